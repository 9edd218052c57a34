"""Prints a page that opens a trace in Catapult's trace viewer, the one of
chrome://tracing, which Go's tools contain, and lists what the viewer has read:

  trace_viewer.py <trace> > <page.html>
"""
import json
import pathlib
import subprocess
import sys

root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
viewer = pathlib.Path(root, "src/cmd/trace/static")
trace = json.dumps(pathlib.Path(sys.argv[1]).read_text()).replace("</", "<\\/")
print(f"""<!DOCTYPE html><html><head><meta charset="utf-8">
<script>{(viewer / "webcomponents.min.js").read_text()}</script>
{(viewer / "trace_viewer_full.html").read_text()}
<script>
function list(model) {{
  const lines = model.importWarnings.map(w => "warning: " + w.message);
  for (const p of model.getAllProcesses()) {{
    lines.push(`process ${{p.pid}}: ${{p.name}}`);
    for (const counter of Object.values(p.counters))
      for (const series of counter.series)
        lines.push(`${{counter.name}} ${{series.name}}: ` +
            series.samples.map(s => `${{s.timestamp}} ms: ${{s.value}}`).join(", "));
  }}
  return lines.join("\\n");
}}
// Also makes the view, which has one row for each track.
function show(model) {{
  const view = document.createElement("tr-ui-timeline-view");
  view.track_view_container = document.createElement("track-view-container");
  view.track_view_container.id = "track_view_container";
  Polymer.dom(view).appendChild(view.track_view_container);
  view.globalMode = true;
  Polymer.dom(document.body).appendChild(view);
  view.model = model;
}}
document.addEventListener("WebComponentsReady", () => {{
  const read = document.createElement("pre");
  document.body.appendChild(read);
  try {{
    const model = new tr.Model();
    const options = new tr.importer.ImportOptions();
    options.shiftWorldToZero = false;
    new tr.importer.Import(model, options).importTraces([{trace}]);
    read.textContent = "What the viewer has read:\\n" + list(model) + "\\nEnd\\n";
    show(model);
  }} catch (error) {{
    read.textContent += "error: " + error;
  }}
}});
</script></head><body></body></html>""")

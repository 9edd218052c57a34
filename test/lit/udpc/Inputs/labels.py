"""Prints the page with a script that counts the labels of charts that are cut,
those that wait for the pointer as well."""
import re
import sys

page = open(sys.argv[1]).read()
page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
print(page.replace("</body>", """<script>
const labels = [...document.querySelectorAll('svg.chart text')];
labels.forEach(label => label.style.display = 'inline');
const cut = labels.filter(label => {
  const inner = label.getBoundingClientRect(), outer = label.ownerSVGElement.getBoundingClientRect();
  return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
});
document.title = labels.length + ' labels, ' + cut.length + ' cut';
</script></body>"""))

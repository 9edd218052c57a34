"""workflow.py <file>: a script that does what the workflow's job does with a
checked-out repository and the tools installed: steps run in their folders; those
with `if: always()` run after a failure, too, and the job's status is that of the
others."""
import sys

import yaml

(job,) = yaml.safe_load(open(sys.argv[1]))["jobs"].values()
steps = [s for s in job["steps"] if "run" in s and s["name"] != "Install"]
assert [s["name"] for s in steps] == ["Check", "Show"], steps
print("status=0\nexport GITHUB_STEP_SUMMARY=$PWD/$GITHUB_STEP_SUMMARY")
for step in steps:
    always = step.get("if") == "always()"
    assert always or "if" not in step, step
    condition = "true" if always else '[ "$status" = 0 ]'
    print(f"if {condition}; then sh -e <<'STEP' || status=1")
    print(f"cd {step['working-directory']}\n{step['run']}\nSTEP\nfi")
print("exit $status")

"""The format of the tests, which leaves out those of components that are not built."""

import lit.Test
import lit.formats


class ComponentTest(lit.formats.ShTest):
    """Shell tests, without those of components that this build does not have."""

    def __init__(self, listed, built):
        super().__init__(execute_external=True)
        self.built = set(built)
        self.needs = []  # (path of a test or folder, components)
        for line in open(listed):
            components, _, path = line.partition("#")[0].partition(":")
            if path:
                self.needs.append((path.strip(), components.split()))

    def execute(self, test, lit_config):
        name = "/".join(test.path_in_suite)
        for path, components in self.needs:
            missing = [c for c in components if c not in self.built]
            if missing and f"{name}/".startswith(f"{path}/"):
                return lit.Test.Result(lit.Test.UNSUPPORTED, f"needs the component {', '.join(missing)}")
        return super().execute(test, lit_config)

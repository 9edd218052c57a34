// Trees of calls for the chart. With recorded contexts they are exact. With arcs
// alone, a function's callees are divided among its callers in proportion to
// what each caller's calls cost: right only if calls from all places do the same.
// A node: f, the function (-1: others), value and old (inclusive), children().

class ContextNode {
  constructor(f, ids, parent) {
    Object.assign(this, { f, ids, parent });
    this.value = this.sum(0);
    this.old = isDiff ? this.sum(Width) : 0;
  }
  sum(at) {
    return this.ids.reduce((sum, id) => sum + data.contexts[id][ContextNode.At + at + chosen], 0);
  }
  children() {
    return this.known ??= ContextNode.merge(this.ids.flatMap(id => ContextNode.below()[id]), this);
  }
  // Merges calls of one function from several places into one box.
  static merge(ids, parent) {
    const byFunction = new Map();
    for (const id of ids) {
      const f = data.contexts[id][1];
      if (!byFunction.has(f)) byFunction.set(f, []);
      byFunction.get(f).push(id);
    }
    return [...byFunction].map(([f, same]) => new ContextNode(f, same, parent));
  }
  static roots() {
    return ContextNode.merge(data.contexts.map((_, id) => id).filter(id => data.contexts[id][0] < 0), null);
  }
}
ContextNode.At = 4;
ContextNode.below = once(() => {
  const below = data.contexts.map(() => []);
  data.contexts.forEach((c, id) => { if (c[0] >= 0) below[c[0]].push(id); });
  return below;
});

class ArcNode {
  constructor(f, value, old, parent) { Object.assign(this, { f, value, old, parent }); }
  isActive(f) {
    for (let node = this; node; node = node.parent) if (node.f === f) return true;
    return false;
  }
  children() {
    if (this.known) return this.known;
    const byCallee = new Map();
    for (const a of arcsFrom()[this.f]) {
      const callee = arcs[a][1];
      if (this.isActive(callee)) continue; // Part of the box above already.
      const sums = byCallee.get(callee) || [0, 0];
      byCallee.set(callee, [sums[0] + newArcCost(a, chosen), sums[1] + oldArcCost(a, chosen)]);
    }
    const part = (mine, all, own, calls) => {
      const scale = all ? mine / all : 0;
      // Nested calls are counted several times in the arcs of cycles.
      return calls * scale > mine - own * scale && calls ? Math.max(0, mine - own * scale) / calls : scale;
    };
    let calls = 0, oldCalls = 0;
    for (const [n, o] of byCallee.values()) { calls += n; oldCalls += o; }
    const scale = part(this.value, newInclusive(this.f, chosen), newSelf(this.f, chosen), calls);
    const oldScale = isDiff ? part(this.old, oldInclusive(this.f, chosen), oldSelf(this.f, chosen), oldCalls) : 0;
    this.known = [...byCallee].map(([f, [n, o]]) => new ArcNode(f, n * scale, o * oldScale, this));
    return this.known;
  }
  // The functions with costs that no caller accounts for.
  static roots() {
    const rest = functions.map((_, f) => [newInclusive(f, chosen), isDiff ? oldInclusive(f, chosen) : 0]);
    arcs.forEach((arc, a) => {
      if (arc[0] === arc[1]) return;
      rest[arc[1]][0] -= newArcCost(a, chosen);
      rest[arc[1]][1] -= oldArcCost(a, chosen);
    });
    return rest.map(([n, o], f) => new ArcNode(f, Math.max(0, n), Math.max(0, o), null)).filter(n => n.value > 0 || n.old > 0);
  }
}

const hasContexts = data.contexts.length > 0; // In a region there is no picture of calls.
const rootNodes = () => hasContexts ? ContextNode.roots() : ArcNode.roots();
// The costs of a function's callees, for its view.
const functionNode = f => new ArcNode(f, newInclusive(f, chosen), isDiff ? oldInclusive(f, chosen) : 0, null);
const nodeChange = node => isDiff ? node.value - node.old : node.value;
const nodeSelf = node => Math.max(0, node.value - node.children().reduce((sum, c) => sum + c.value, 0));
const nodeName = node => node.f < 0 ? "(others)" : shownName(node.f);

/** Nodes that one action may create. Beyond, values are JSON. */
const MOST_NODES = 3_000;
/** Required objects and lists in each other that are there from the start, in all. */
const MOST_AT_START = 100;

/** What the nodes of a tree share. */
export interface TreeScope {
  readonly root: unknown;
  readonly prefix: string;
  left: number;
  /** How many more required objects and lists may be there without being added. */
  leftAtStart: number;
  serial: number;
  /** How many actions are in each other. */
  nested: number;
  /** How many parts of it are being built. A tree that is not complete cannot be read. */
  building: number;
  onChange(): void;
}

export function createScope(root: unknown, prefix: string, onChange: () => void): TreeScope {
  const left = { left: MOST_NODES, leftAtStart: MOST_AT_START };
  return { root, prefix, ...left, serial: 0, nested: 0, building: 0, onChange };
}

/** Runs an action of the user, which may create a limited number of nodes. */
export function actIn<T>(scope: TreeScope, action: () => T): T {
  if (scope.nested === 0) {
    scope.left = MOST_NODES;
    scope.leftAtStart = MOST_AT_START;
  }
  scope.nested += 1;
  try {
    return action();
  } finally {
    scope.nested -= 1;
  }
}

/** Builds a part of the tree. What happens meanwhile is no change of it. */
export function buildIn<T>(scope: TreeScope, build: () => T): T {
  scope.building += 1;
  try {
    return build();
  } finally {
    scope.building -= 1;
  }
}

export function createRandom(seed: number): (below: number) => number;

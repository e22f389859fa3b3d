export type Op =
  | { op: "ask" | "confirm" | "step"; name: string }
  | { op: "both"; of: Plan[] }
  | { op: "if"; name: string; then: Plan; else: Plan };
export type Plan = Op[];
export interface Doing {
  ask(name: string): Promise<string>;
  confirm(name: string): Promise<boolean>;
  step(name: string): Promise<string>;
}
export function follow(plan: Plan, doing: Doing): Promise<unknown[]>;
export function makePlan(random: (below: number) => number): Plan;

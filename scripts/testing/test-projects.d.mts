/** The vitest projects, in the order in which they take files. */
export const projectNames: readonly string[];
/** What each project includes and excludes. */
export const testProjects: readonly {
  readonly name: string;
  readonly include: string[];
  readonly exclude: string[];
}[];

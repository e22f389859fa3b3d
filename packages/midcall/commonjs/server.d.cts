/** What TypeScript shows where a CommonJS file imports `midcall/server`: its first error names the cure. */
type NeedsModules =
  "midcall/server needs ES modules: run `npm pkg set type=module`, or name this file .mts";

export declare function createElicitation(options: NeedsModules): never;
export declare const MidcallError: NeedsModules;
export declare const OptionError: NeedsModules;
export declare const PageOutcomeError: NeedsModules;
export declare const QuestionError: NeedsModules;

import { displayText } from "midcall/form";

/** Variables that make programs run or load code. Windows does not tell upper case from lower case. */
const LOADS_CODE =
  /^(?:NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_.*|PATH|PATHEXT|COMSPEC|PYTHON.*|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|BASH_ENV|ENV|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|NPM_CONFIG_.*|GIT_.*|SHELL|EDITOR|VISUAL)$/is;

/** One sentence for each variable that can make a program run something else. */
export const variableWarnings = (names: readonly string[]): string[] =>
  names
    .filter((name) => LOADS_CODE.test(name))
    .map((name) => `${displayText(name)} can make the program run or load other code.`);

/** Breaks text into lines of at most `width` characters; longer words are cut. */
export function wrap(text: string, width: number): string[] {
  const most = Math.max(width, 8);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && line.length + 1 + rest.length > most) {
      lines.push(line);
      line = "";
    }
    while (rest.length > most) {
      lines.push(rest.slice(0, most));
      rest = rest.slice(most);
    }
    line = line === "" ? rest : `${line} ${rest}`;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

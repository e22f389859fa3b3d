/** A link to a recording is animated WebP, and its title says how long it is. */
const FILM = /\.webp$/;
const SECONDS = /\b(\d+) seconds\b/;

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * A plugin for markdown-it. Where a page is shown in the repository, a recording is a picture that links to it:
 * `[![what happens](terminal-still.webp)](terminal.webp "Recording, 8 seconds")`. On the site it is the component
 * `Recording`: the same picture, with a button that plays the recording in its place.
 *
 * @param {object} md
 */
export function recordings(md) {
  md.core.ruler.push("recordings", ({ tokens, Token }) => {
    const html = (content) => Object.assign(new Token("html_inline", "", 0), { content });
    for (const { children } of tokens) {
      for (const [at, token] of (children ?? []).entries()) {
        const film = token.type === "link_open" ? token.attrGet("href") : "";
        if (!FILM.test(film)) continue;
        if (children[at + 1]?.type !== "image" || children[at + 2]?.type !== "link_close") {
          throw new Error(
            `A link to the recording ${film} has to contain its still and nothing else.`,
          );
        }
        const [, seconds] = SECONDS.exec(token.attrGet("title") ?? "") ?? [];
        if (seconds === undefined) {
          throw new Error(
            `The link to the recording ${film} needs a title: "Recording, 8 seconds".`,
          );
        }
        const file = escape(film);
        children[at] = html(`<Recording seconds="${seconds}"><template #still>`);
        children[at + 2] = html(
          `</template><template #film><img src="${file}" alt=""></template></Recording>`,
        );
      }
    }
  });
}

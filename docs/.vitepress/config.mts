import { defineConfig } from "vitepress";
import { processTerm } from "./process-term.mjs";
import { repositoryLinks } from "./repository-links.mjs";
import { sidebar } from "./sidebar.mjs";

export default defineConfig({
  title: "midcall",
  description:
    "Ask the user for input in the middle of an MCP tool call, and continue with a typed answer.",
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  srcExclude: ["registry/**", "screenshots/**"],
  lastUpdated: false,
  // Every page has the same head: nothing is loaded from elsewhere.
  head: [["meta", { name: "color-scheme", content: "light dark" }]],
  ignoreDeadLinks: false,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      md.use(repositoryLinks);
    },
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start/" },
      { text: "Guides", link: "/guides/deploying" },
      { text: "Reference", link: "/reference/" },
      { text: "Errors", link: "/errors" },
      { text: "Troubleshooting", link: "/troubleshooting" },
    ],
    sidebar,
    outline: { level: [2, 3] },
    notFound: {
      quote:
        "There is no page at this address. The search at the top of the page finds others by what you look for.",
      linkLabel: "Take me home",
      linkText: "Take me home",
    },
    socialLinks: [{ icon: "github", link: "https://github.com/midcall/midcall" }],
    search: {
      provider: "local",
      options: {
        // Colours are no part of what is searched, and most of the work.
        _render: (source, env, md) => {
          md.options.highlight = null;
          const html = md.render(source, env);
          return env.frontmatter?.search === false ? "" : html;
        },
        miniSearch: {
          options: { processTerm },
          searchOptions: {
            fuzzy: 0.2,
            prefix: true,
            boost: { title: 4, text: 2, titles: 1 },
            boostDocument: (id: string) => (id.includes("/reference/api/") ? 0.2 : 1),
          },
        },
      },
    },
  },
});

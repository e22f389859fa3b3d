const pages = (folder, rows) => rows.map(([text, page]) => ({ text, link: `${folder}${page}` }));

/** What stands beside every page. A new guide is one line here. */
export const sidebar = [
  {
    text: "Start here",
    items: pages("/", [
      ["What midcall is", "start/"],
      ["A server that asks", "start/server"],
      ["A host in React", "start/host-react"],
      ["A host in a terminal", "start/host-terminal"],
      ["A host or server without it", "start/bridge"],
      ["Operating: pages, vault, audit", "start/operator"],
    ]),
  },
];

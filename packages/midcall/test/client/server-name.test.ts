import { createInbox } from "midcall/client";
import { inspectServerName } from "midcall/client/server-name";
import { describe, expect, it } from "vitest";
import { nextShown } from "./lab.js";

const codes = (name: string): string[] => inspectServerName(name).map(({ code }) => code);

describe("the name of a server", () => {
  it.each([
    // One Cyrillic, Greek, Armenian letter.
    ["G\u0456tHub", "mixed-script"],
    ["\u0420ayPal", "mixed-script"],
    ["Micros\u03bfft", "mixed-script"],
    ["\u0555penAI", "mixed-script"],
    ["My G\u0456tHub server", "mixed-script"],
    ["Сбербaнк", "mixed-script"],
    ["日本\u0430語", "mixed-script"],
    // Split by what nobody sees.
    ["G\u200b\u0456tHub", "hidden-characters", "mixed-script"],
    ["Git\u200bHub", "hidden-characters"],
    ["Git\u200dHub", "hidden-characters"],
    ["\u202ebuHtiG", "hidden-characters"],
    ["GitHub\u2066", "hidden-characters"],
    ["Git\u00adHub", "hidden-characters"],
    ["GitHub\u{e0041}", "hidden-characters"],
    ["Git\u0000Hub", "hidden-characters"],
    // All in letters of another script that look Latin.
    ["\u0430\u0440\u0440\u04cf\u0435", "look-alike"],
    ["\u0420\u0430\u0443\u0420\u0430 Login", "look-alike"],
    ["\u039d\u0391\u03a4\u039f", "look-alike"],
    ["\u{1d406}\u{1d422}\u{1d42d}\u{1d407}\u{1d42e}\u{1d41b}", "look-alike"],
    ["\u13df\u13aa\u13a2", "look-alike"],
  ])("%j is %s", (name, ...expected) => {
    expect(codes(name)).toEqual(expected);
    for (const { message } of inspectServerName(name)) expect(message).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    ...["GitHub", "my-server_2", "Café Müller", "Đà Nẵng", "naïve", "", "—", "3.14", "µTorrent"],
    ...["Яндекс", "Яндекс API", "Сбербанк Online", "Хор Москвы", "Київ", "Αθήνα", "Αθήνα cloud"],
    ...[
      "東京Tower",
      "LINEヤフー",
      "トヨタ自動車",
      "カカオtalk",
      "카카오Talk",
      "韓國 한국",
      "微信Pay",
    ],
    ...["ㄅㄆ注音abc", "שלום Shop", "متجر Shop", "हिन्दी सर्वर", "ร้านค้า 24", "ქართული", "Հայերեն"],
    ...["می\u200cخواهم", "क्\u200dष", "👨\u200d👩\u200d👧 Family", "❤\ufe0f Server", "🇫🇷 France"],
  ])("%j is fine", (name) => {
    expect(codes(name)).toEqual([]);
  });

  it("is looked over with every question, also while the server waits for leave", async () => {
    const inbox = createInbox({ policy: { rule: "ask" }, open: () => {} });
    inbox.mount();
    const requestedSchema = { type: "object", properties: {} };
    void inbox.handle({ message: "Hello", requestedSchema }, { server: "G\u0456tHub" });
    const odd = await nextShown(inbox);
    expect(odd).toMatchObject({ needsApproval: true, serverWarnings: [{ code: "mixed-script" }] });
    inbox.respond(odd.id, { action: "decline" });
    void inbox.handle({ mode: "url", message: "", url: "https://a.com" }, { server: "GitHub" });
    expect(await nextShown(inbox)).not.toHaveProperty("serverWarnings");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFairQueue } from "../../src/client/inbox/queue.js";

interface Item {
  readonly server: string;
  readonly nr: number;
}

const drain = <T extends Item>(queue: ReturnType<typeof createFairQueue<T>>): T[] => {
  const taken: T[] = [];
  for (let item = queue.next(); item; item = queue.next()) taken.push(item);
  return taken;
};

describe("the fair queue", () => {
  it("takes turns among servers, in order within each", () => {
    const queue = createFairQueue<Item>();
    for (const name of "AAAABBC") queue.add({ server: name, nr: 0 });
    expect(
      drain(queue)
        .map(({ server }) => server)
        .join(""),
    ).toBe("ABCABAA");
  });

  it("lets a server that just had a turn wait for the others", () => {
    const queue = createFairQueue<Item>();
    queue.add({ server: "A", nr: 1 });
    queue.next();
    queue.add({ server: "A", nr: 2 });
    queue.add({ server: "B", nr: 3 });
    expect(drain(queue).map(({ nr }) => nr)).toEqual([3, 2]);
  });

  it("keeps everything once, in the order of list(), whatever is removed", () => {
    const items = fc.array(fc.tuple(fc.constantFrom("A", "B", "__proto__"), fc.boolean()));
    fc.assert(
      fc.property(items, (adds) => {
        const queue = createFairQueue<Item>();
        const all = adds.map(([server], nr) => ({ server, nr }));
        for (const item of all) queue.add(item);
        const removed = all.filter((_, index) => adds[index]![1]);
        for (const item of removed) expect(queue.remove(item)).toBe(true);
        for (const item of removed) expect(queue.remove(item)).toBe(false);
        const listed = queue.list();
        expect(drain(queue)).toEqual(listed);
        expect(new Set(listed)).toEqual(new Set(all.filter((item) => !removed.includes(item))));
        for (const name of ["A", "B", "__proto__"]) {
          const nrs = listed.filter(({ server }) => server === name).map(({ nr }) => nr);
          expect(nrs).toEqual([...nrs].sort((one, other) => one - other));
        }
      }),
    );
  });
});

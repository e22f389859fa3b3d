import { createInbox } from "midcall/client";
import { createForm } from "midcall/form";
import {
  ElicitationDialog,
  ElicitationInbox,
  ElicitationProvider,
  FormFields,
} from "midcall/react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { EVERY_FIELD } from "./chromium/questions.js";

it("renders on a server, where nobody can be asked", () => {
  const html = renderToString(
    <ElicitationProvider inbox={createInbox()} timeZoneOffset="+00:00">
      <ElicitationInbox />
      <ElicitationDialog />
      <FormFields form={createForm(EVERY_FIELD)} />
    </ElicitationProvider>,
  );
  expect(html).toContain("No open questions.");
  expect(html).toContain("Full name");
  expect(html).not.toContain("<dialog");
});

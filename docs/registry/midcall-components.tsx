"use client";

import { ElicitationDialog, type ElicitationComponents } from "midcall/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

const VARIANTS = {
  primary: "default",
  answer: "outline",
  quiet: "ghost",
  danger: "destructive",
  link: "link",
} as const;

/** The parts of midcall's questions with those of shadcn/ui, for the `components` of `ElicitationProvider`. */
export const midcallComponents: ElicitationComponents = {
  Button: (props) => <Button {...props} variant={VARIANTS[props["data-variant"] ?? "answer"]} />,
  Input: (props) => <Input {...props} />,
  Textarea: (props) => <Textarea {...props} />,
  Dialog: ({ onClose, children, ...props }) => (
    <Dialog open onOpenChange={(open: boolean) => open || onClose()}>
      {/* midcall moves the focus to the question. */}
      <DialogContent {...props} onOpenAutoFocus={(event: Event) => event.preventDefault()}>
        <DialogTitle className="sr-only">{props["aria-label"]}</DialogTitle>
        {children}
      </DialogContent>
    </Dialog>
  ),
};

/** The dialog with the current question. Render it inside an `ElicitationProvider` that has `midcallComponents`. */
export function MidcallDialog() {
  return <ElicitationDialog className="max-h-[85vh] overflow-y-auto" />;
}

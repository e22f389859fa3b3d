"use client";
import { createInbox } from "midcall/client";
import { ElicitationInbox, ElicitationProvider, openWindow } from "midcall/react";
import { useState } from "react";

export function Host({ children }) {
  const [inbox] = useState(() => createInbox({ open: openWindow }));
  return (
    <ElicitationProvider inbox={inbox}>
      {children}
      <ElicitationInbox />
    </ElicitationProvider>
  );
}

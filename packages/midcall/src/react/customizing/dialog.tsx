import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { DialogPartProps } from "./components.js";
import { replaceable } from "./replaceable.js";

function NativeDialog({ onClose, ...rest }: DialogPartProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = dialog.current!;
    box.showModal();
    // This also restores the focus.
    return () => box.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        // The dialog is removed once the answer has been accepted.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Browsers close a dialog despite preventDefault when Escape is pressed twice.
        if (!dialog.current || dialog.current.open) return;
        onClose();
        // The dialog is shown again if the answer was not accepted.
        dialog.current?.showModal();
      }}
    />
  );
}

/** The frame of the dialog: modal as long as it is rendered. */
export const Dialog: (props: DialogPartProps) => ReactNode = replaceable("Dialog", NativeDialog);

// A server component: it may render the components, and pass them to components of the client.
import { ElicitationDialog } from "midcall/react";
import { Host } from "./host.jsx";

export default function Page() {
  return (
    <Host>
      <ElicitationDialog />
    </Host>
  );
}

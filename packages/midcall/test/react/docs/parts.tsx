import { ElicitationDialog, type ElicitationComponents } from "midcall/react";

export const components: ElicitationComponents = {
  Button: (props) => (
    <button {...props} className={`btn btn-${props["data-variant"] ?? "plain"}`} />
  ),
  Input: (props) => <input {...props} className="input" />,
};

export const dialog = <ElicitationDialog className="w-96" id="questions" data-testid="questions" />;

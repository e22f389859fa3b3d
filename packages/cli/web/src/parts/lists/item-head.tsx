import type { IconView } from "../../../../src/console/views/api-types.js";
import { visibleName } from "../../visible-text.js";

export interface ItemHeadProps {
  readonly href: string;
  readonly title: string;
  readonly name: string;
  readonly description: string;
  readonly icon?: IconView | undefined;
}

/** The title of an item of a list, as a link, with its name and description. */
export function ItemHead({ href, title, name, description, icon }: ItemHeadProps): React.ReactNode {
  return (
    <>
      <h3>
        {icon && <img className="item-icon" src={icon.src} alt="" />}
        <a href={href}>
          <bdi>{title || visibleName(name)}</bdi>
        </a>
      </h3>
      {title !== name && title !== visibleName(name) && (
        <code className="muted" dir="ltr">
          {visibleName(name)}
        </code>
      )}
      <p className="words clamp" dir="auto">
        {description}
      </p>
    </>
  );
}

import {
  type Prompt,
  type Resource,
  type ResourceTemplateType,
  UriTemplate,
} from "@modelcontextprotocol/client";
import type { PromptView, ResourceTemplateView, ResourceView } from "./api-types.js";
import { toIconView } from "./icon-view.js";
import { optionalText, shownText, titleText } from "./text.js";

const MOST_PROMPTS = 1_000;
const MOST_RESOURCES = 2_000;
const MOST_ARGUMENTS = 100;
const LONGEST_URI = 2_000;
const LONGEST_TITLE = 300;
const LONGEST_DESCRIPTION = 16_384;

interface Described {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

const described = ({ name, title, description }: Described): Required<Described> => ({
  name,
  title: titleText(title, name, LONGEST_TITLE),
  description: shownText(description, LONGEST_DESCRIPTION, true),
});

/** The prompts of a server, limited and safe to show. */
export const toPromptViews = (prompts: readonly Prompt[]): PromptView[] =>
  prompts.slice(0, MOST_PROMPTS).map((prompt) => ({
    ...described(prompt),
    arguments: (prompt.arguments ?? []).slice(0, MOST_ARGUMENTS).map((argument) => ({
      ...described(argument),
      required: argument.required === true,
    })),
    icon: toIconView(prompt.icons),
  }));

/** The resources of a server, limited and safe to show. Those with an address that is too long are omitted. */
export const toResourceViews = (resources: readonly Resource[]): ResourceView[] =>
  resources
    .filter(({ uri }) => uri.length <= LONGEST_URI)
    .slice(0, MOST_RESOURCES)
    .map((resource) => ({
      ...described(resource),
      uri: resource.uri,
      mimeType: optionalText(resource.mimeType, 100),
      size: resource.size,
      icon: toIconView(resource.icons),
    }));

/** The templates of a server, limited and safe to show. Those that cannot be expanded are omitted. */
export const toTemplateViews = (
  templates: readonly ResourceTemplateType[],
): ResourceTemplateView[] =>
  templates.slice(0, MOST_RESOURCES).flatMap((template) => {
    const variables = variablesOf(template.uriTemplate);
    if (!variables) return [];
    return {
      ...described(template),
      uriTemplate: template.uriTemplate,
      mimeType: optionalText(template.mimeType, 100),
      variables,
      optionalVariables: optionalOf(template.uriTemplate, variables),
      icon: toIconView(template.icons),
    };
  });

function variablesOf(uriTemplate: string): string[] | undefined {
  if (uriTemplate.length > LONGEST_URI) return undefined;
  try {
    const names = new Set(new UriTemplate(uriTemplate).variableNames);
    return [...names].slice(0, MOST_ARGUMENTS);
  } catch {
    return undefined;
  }
}

/** The variables that stand only in a query: `{?name}` or `{&name}`. */
function optionalOf(uriTemplate: string, variables: readonly string[]): string[] {
  const others = new UriTemplate(uriTemplate.replace(/\{[?&][^}]*\}/g, "")).variableNames;
  return variables.filter((name) => !others.includes(name));
}

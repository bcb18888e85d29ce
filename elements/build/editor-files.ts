import { elementMethods } from './methods.ts'
import type { ElementDoc } from './declarations.ts'

const moduleOf = ({ tag, name, doc, props, events }: ElementDoc) => ({
  kind: 'javascript-module',
  path: `${tag}.js`,
  declarations: [
    {
      kind: 'class',
      customElement: true,
      name,
      tagName: tag,
      description: doc,
      superclass: { name: 'HTMLElement' },
      attributes: props.flatMap((prop) =>
        prop.attribute ? [{ name: prop.attribute, fieldName: prop.name, description: prop.doc, type: { text: prop.type } }] : [],
      ),
      members: [
        ...props.map((prop) => ({
          kind: 'field',
          name: prop.name,
          description: prop.doc,
          type: { text: prop.type },
          ...(prop.attribute && { attribute: prop.attribute }),
        })),
        ...Object.entries(elementMethods).map(([method, { doc: description }]) => ({ kind: 'method', name: method, description })),
      ],
      events: events.map((event) => ({ name: event.name, description: event.doc, type: { text: `CustomEvent<${event.detail}>` } })),
    },
  ],
  exports: [{ kind: 'custom-element-definition', name: tag, declaration: { name, module: `${tag}.js` } }],
})

/** The custom elements manifest, for tools. */
export const manifest = (elements: readonly ElementDoc[]) => ({
  schemaVersion: '2.1.0',
  readme: 'elements.md',
  modules: elements.map(moduleOf),
})

/** HTML custom data for VS Code. */
export const vsCodeData = (elements: readonly ElementDoc[]) => ({
  version: 1.1,
  tags: elements.map(({ tag, doc, props }) => ({
    name: tag,
    description: doc,
    // `v` is VS Code's name for an attribute without a value.
    attributes: props.flatMap(({ attribute, doc: description, isFlag }) =>
      attribute ? [{ name: attribute, description, ...(isFlag && { valueSet: 'v' }) }] : [],
    ),
  })),
})

/** web-types for JetBrains editors. */
export const webTypes = (elements: readonly ElementDoc[], version: string) => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  name: 'placard',
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: elements.map(({ tag, doc, props, events }) => ({
        name: tag,
        description: doc,
        attributes: props.flatMap(({ attribute, doc: description, type, isFlag }) =>
          attribute ? [{ name: attribute, description, value: { type: isFlag ? 'boolean' : type, required: false } }] : [],
        ),
        js: {
          properties: props.map(({ name, doc: description, type }) => ({ name, description, type })),
          events: events.map(({ name, doc: description }) => ({ name, description })),
        },
      })),
    },
  },
})

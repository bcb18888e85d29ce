import { elementMethods } from './methods.ts'
import type { ElementDoc, PropDoc } from './declarations.ts'

const doc = (text: string, indent = '') => `${indent}/** ${text} */`
const dashed = (name: string) => (name.includes('-') ? `'${name}'` : name)
const attributeType = ({ isFlag, type }: PropDoc) => {
  if (isFlag) return 'boolean | ""'
  return type === 'number' ? 'number | `${number}` | undefined' : `${type} | undefined` // a number attribute is text in markup
}
const attributeRows = (props: readonly PropDoc[]) =>
  props.flatMap(({ attribute, ...prop }) => (attribute ? [`${doc(prop.doc, '  ')}\n  ${dashed(attribute)}?: ${attributeType(prop)}`] : []))
const propertyRows = (props: readonly PropDoc[]) =>
  props.flatMap(({ name, attribute, doc: words, type }) => (attribute ? [] : [`${doc(words, '  ')}\n  ${name}?: (${type}) | undefined`]))

const methods = Object.values(elementMethods).map(({ type, doc: words }) => `${doc(words, '  ')}\n  ${type}`)

const elementInterface = ({ name, doc: words, props }: ElementDoc) => {
  const ownProps = props.filter((prop) => prop.name !== 'title')
  const rows = ownProps.map((prop) => `${doc(prop.doc, '  ')}\n  ${prop.name}?: (${prop.type}) | undefined`)
  return [doc(words), `export interface ${name} extends HTMLElement {`, ...rows, ...methods, '}'].join('\n')
}

const attributesOf = ({ name, props }: ElementDoc) =>
  [`export interface ${name.replace(/Element$/, 'Attributes')} {`, ...attributeRows(props), ...propertyRows(props), '}'].join('\n')

const eventRows = (elements: readonly ElementDoc[]) => {
  const byName = new Map(elements.flatMap(({ events }) => events.map((event) => [event.name, event] as const)))
  return [...byName.values()].map((event) => `${doc(event.doc, '  ')}\n  '${event.name}': CustomEvent<${event.detail}>`)
}

/** Types of elements and events, for `querySelector` and `addEventListener`. */
export const domTypes = (elements: readonly ElementDoc[]) =>
  [
    ...elements.map(elementInterface),
    ...elements.map(attributesOf),
    doc('The events of all tags, by name.'),
    'export interface ElementEvents {',
    ...eventRows(elements),
    '}',
    'declare global {',
    '  interface HTMLElementTagNameMap {',
    ...elements.map(({ tag, name }) => `    '${tag}': ${name}`),
    '  }',
    '  interface GlobalEventHandlersEventMap extends ElementEvents {}',
    '}',
    '',
  ].join('\n')

const intrinsic = (elements: readonly ElementDoc[], indent: string, listeners: (element: ElementDoc) => string = () => '') =>
  elements.map(
    (element) =>
      `${indent}'${element.tag}': React.DetailedHTMLProps<React.HTMLAttributes<${element.name}>, ${element.name}> & ${element.name.replace(/Element$/, 'Attributes')}${listeners(element)}`,
  )
/** React 19 listens to custom events by their own name. */
const reactListeners = ({ events }: ElementDoc) =>
  ` & { ${events.map((event) => `'on${event.name}'?: (event: CustomEvent<${event.detail}>) => void`).join('; ')} }`
const imported = (elements: readonly ElementDoc[]) =>
  elements.flatMap(({ name }) => [name, name.replace(/Element$/, 'Attributes')]).join(', ')

/** JSX types of React 19, whose JSX namespace is in its module. */
export const reactTypes = (elements: readonly ElementDoc[]) =>
  [
    "import type * as React from 'react'",
    `import type { ${imported(elements)} } from './elements.js'`,
    "declare module 'react' {",
    '  namespace JSX {',
    '    interface IntrinsicElements {',
    ...intrinsic(elements, '      ', reactListeners),
    '    }',
    '  }',
    '}',
    '',
  ].join('\n')

/** JSX types of React 18, whose JSX namespace is global. */
export const react18Types = (elements: readonly ElementDoc[]) =>
  [
    "import type * as React from 'react'",
    `import type { ${imported(elements)} } from './elements.js'`,
    'declare global {',
    '  namespace JSX {',
    '    interface IntrinsicElements {',
    ...intrinsic(elements, '      '),
    '    }',
    '  }',
    '}',
    '',
  ].join('\n')

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => camel(`-${name}`)

/** Component types for Vue templates. */
export const vueTypes = (elements: readonly ElementDoc[]) =>
  [
    "import type { DefineComponent } from 'vue'",
    `import type { ${imported(elements)} } from './elements.js'`,
    "declare module 'vue' {",
    '  interface GlobalComponents {',
    ...elements.map(({ tag, name, events }) => {
      const listeners = events.map((event) => `on${capital(event.name)}?: (event: CustomEvent<${event.detail}>) => void`).join('; ')
      return `    '${tag}': DefineComponent<${name.replace(/Element$/, 'Attributes')} & { ${listeners} }>`
    }),
    '  }',
    '}',
    '',
  ].join('\n')

import { elementMethods } from './methods.ts'
import type { ElementDoc } from './declarations.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

const section = ({ tag, doc, props, events }: ElementDoc) =>
  [
    `## \`<${tag}>\``,
    '',
    doc,
    '',
    '| attribute or property | type | |',
    '|---|---|---|',
    ...props.map(
      ({ name, attribute, type, doc: words }) =>
        `| ${attribute ? `\`${attribute}\`` : `\`${name}\` (property)`} | \`${cell(type)}\` | ${cell(words)} |`,
    ),
    '',
    '| method | |',
    '|---|---|',
    ...Object.values(elementMethods).map(({ type, doc: words }) => `| \`${type}\` | ${words} |`),
    '',
    '| event | detail | |',
    '|---|---|---|',
    ...events.map(
      ({ name, detail, cancelable, doc: words }) =>
        `| \`${name}\`${cancelable ? ' (cancelable)' : ''} | \`${cell(detail)}\` | ${cell(words)} |`,
    ),
    '',
  ].join('\n')

const errorRows = (errors: Readonly<Record<string, { retryable: boolean; meaning: string }>>) =>
  Object.entries(errors).map(([code, { retryable, meaning }]) => `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${meaning} |`)

/** The reference of all tags and error codes. */
export const reference = (elements: readonly ElementDoc[], errors: Readonly<Record<string, { retryable: boolean; meaning: string }>>) =>
  [
    '# Elements',
    '',
    ...elements.map(section),
    '## Error codes',
    '',
    '| code | retryable | meaning |',
    '|---|---|---|',
    ...errorRows(errors),
    '',
  ].join('\n')

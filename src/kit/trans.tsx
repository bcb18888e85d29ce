import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** Lingui reads tags from the text after it has filled in the values, so a name such as `<b>` would be taken for a tag. It leaves alone what is not text, such as a list with the name in it. */
const asNode = (value: unknown) => (typeof value === 'string' && value.includes('<') ? [value] : value)

/** What the `Trans` macro becomes (`locales/lingui.config.js`): a value is shown as it is, even if it looks like a tag. */
export function Trans({ values, ...props }: TransProps) {
  const shown = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asNode(value)]))
  return <LinguiTrans {...props} {...(shown && { values: shown })} />
}

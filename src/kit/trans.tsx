import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * Lingui parses tags after it has inserted the values, so a value such as `<b>` would be taken for a tag. It does not parse arrays, so such
 * a value is wrapped in one.
 */
const asNode = (value: unknown) => (typeof value === 'string' && value.includes('<') ? [value] : value)

/** The `Trans` macro compiles to this component (`locales/lingui.config.js`). A value is shown as it is, even if it looks like a tag. */
export function Trans({ values, ...props }: TransProps) {
  const nodes = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asNode(value)]))
  return <LinguiTrans {...props} {...(nodes && { values: nodes })} />
}

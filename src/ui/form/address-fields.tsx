import { TextField, type TextFieldProps } from './text-field.tsx'

type PlainTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'tidy'>

/** Placeholders, the same in every language. */
export const examples = { email: 'name@example.com', url: 'https://example.com' }

const trim = (text: string) => text.trim()
const withScheme = (text: string) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text.trim()) ? `https://${text.trim()}` : text.trim())

// Not type=email: the browser would change the text and show its own messages.
export const EmailField = (props: PlainTextProps) => (
  <TextField autoComplete="email" placeholder={examples.email} {...props} inputMode="email" tidy={trim} />
)

export const PostalField = (props: PlainTextProps) => <TextField autoComplete="postal-code" {...props} tidy={trim} />

/** A URL; https:// is added if the scheme is missing. */
export const UrlField = (props: PlainTextProps) => (
  <TextField autoComplete="url" placeholder={examples.url} {...props} inputMode="url" tidy={withScheme} />
)

import { TextField, type TextFieldProps } from './text-field.tsx'

type PlainTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'tidy'>

/** The same in every language. */
export const placeholders = { email: 'name@example.com', url: 'https://example.com' }

const trim = (text: string) => text.trim()
const withScheme = (text: string) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text.trim()) ? `https://${text.trim()}` : text.trim())

// Not type=email: the browser would change the text and show its own messages.
export const EmailField = (props: PlainTextProps) => (
  <TextField autoComplete="email" placeholder={placeholders.email} {...props} inputMode="email" tidy={trim} />
)

/** Only the gallery shows this field so far. */
export const PostalCodeField = (props: PlainTextProps) => <TextField autoComplete="postal-code" {...props} tidy={trim} />

/** A URL; https:// is added if the scheme is missing. Only the gallery shows this field so far. */
export const UrlField = (props: PlainTextProps) => (
  <TextField autoComplete="url" placeholder={placeholders.url} {...props} inputMode="url" tidy={withScheme} />
)

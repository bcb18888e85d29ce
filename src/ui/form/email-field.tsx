import { TextField, type TextFieldProps } from './text-field.tsx'

type PlainTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'tidy'>

const trim = (text: string) => text.trim()
const withScheme = (text: string) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text.trim()) ? `https://${text.trim()}` : text.trim())

// Not type=email: the browser would change what is typed and speak in words of its own.
/** One address for mail. */
export const EmailField = (props: PlainTextProps) => (
  <TextField autoComplete="email" placeholder="name@example.com" {...props} inputMode="email" tidy={trim} />
)

/** A postal code of any country. */
export const PostalField = (props: PlainTextProps) => <TextField autoComplete="postal-code" {...props} tidy={trim} />

/** An address of the web; one without its scheme gets https. */
export const UrlField = (props: PlainTextProps) => (
  <TextField autoComplete="url" placeholder="https://example.com" {...props} inputMode="url" tidy={withScheme} />
)

import { TextField, type TextFieldProps } from './text-field.tsx'

type PlainTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'tidy'>

/** What a value looks like, the same in every language. */
export const examples = { email: 'name@example.com', url: 'https://example.com' }

const trim = (text: string) => text.trim()
const withScheme = (text: string) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text.trim()) ? `https://${text.trim()}` : text.trim())

// Not type=email: the browser would change what is typed and speak in words of its own.
/** One address for mail. */
export const EmailField = (props: PlainTextProps) => (
  <TextField autoComplete="email" placeholder={examples.email} {...props} inputMode="email" tidy={trim} />
)

/** A postal code of any country. */
export const PostalField = (props: PlainTextProps) => <TextField autoComplete="postal-code" {...props} tidy={trim} />

/** An address of the web; one without its scheme gets https. */
export const UrlField = (props: PlainTextProps) => (
  <TextField autoComplete="url" placeholder={examples.url} {...props} inputMode="url" tidy={withScheme} />
)

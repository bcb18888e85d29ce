import { validate } from 'superstruct'
import { ConfigurationDocument } from '../../../contract/clients/configuration.ts'

/** A text as a configuration document, or why it is none. */
export function parseDocument(
  text: string,
):
  | { readonly document: ConfigurationDocument }
  | { readonly code: 'no_json' | 'newer_version' }
  | { readonly code: 'invalid'; readonly path: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { code: 'no_json' }
  }
  if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number' && value.version > 1)
    return { code: 'newer_version' }
  const [failure, document] = validate(value, ConfigurationDocument)
  return failure ? { code: 'invalid', path: failure.path.join('.') } : { document }
}

export const documentText = (document: ConfigurationDocument) => `${JSON.stringify(document, null, 2)}\n`

import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { frameAncestors, isOriginAllowed, maxAllowedOrigins, parseOrigin } from '../../../../contract/clients/origins.rules.ts'
import type { FieldFault } from '../../../../contract/fields/faults.ts'
import { CopyButton } from '../../../../ui/badge/copy-button.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { faultText } from '../../../../ui/form/fault-text.tsx'
import type { FieldProps } from '../../../../ui/form/field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { cross } from '../../../../ui/icon/control-icons.ts'
import { originFaultWords } from './words.ts'

/** What an origin is, and which ones are accepted. */
function OriginHelp() {
  return (
    <>
      <p>
        <Trans>
          An origin is the scheme, the host and the port of a page, for example https://shop.example or https://shop.example:8443. Pages of
          these origins can show this client’s pages in frames and use its elements.
        </Trans>
      </p>
      <ul>
        <li>
          <Trans>https:// is required, except for http://localhost on a developer’s machine.</Trans>
        </li>
        <li>
          <Trans>
            A * as the first part stands for exactly one part: https://*.shop.example covers https://eu.shop.example, but not
            https://shop.example.
          </Trans>
        </li>
        <li>
          <Trans>No paths, and no “null”.</Trans>
        </li>
      </ul>
    </>
  )
}

/** Says whether pages of an origin may embed the client’s pages, with the origins as they are in the form. */
function OriginTest({ origins }: { readonly origins: readonly string[] }) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const parsed = text.trim() === '' ? undefined : parseOrigin(text)
  const result = () => {
    if (parsed === undefined) return null
    if ('code' in parsed) return i18n._(originFaultWords[parsed.code])
    const { origin } = parsed
    return isOriginAllowed(origins, origin) ? t`Pages of ${origin} are allowed.` : t`Pages of ${origin} are not allowed.`
  }
  return (
    <>
      <TextField label={t`Test an origin`} value={text} onChange={setText} placeholder={t`https://shop.example`} />
      <p role="status">{result()}</p>
    </>
  )
}

interface OriginsFieldProps extends FieldProps<readonly string[]> {
  readonly isReadonly: boolean
}

/** The list of origins: adds one that is valid, and removes any. */
export function OriginsField({ label, value, onChange, fault, isReadonly }: OriginsFieldProps) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<FieldFault>()
  const input = useRef<HTMLElement>(null)
  const refuse = (reason: string) => setRefusal({ code: 'custom', text: reason })
  const add = () => {
    const parsed = parseOrigin(text)
    if ('code' in parsed) return refuse(i18n._(originFaultWords[parsed.code]))
    if (value.includes(parsed.origin)) return refuse(t`This origin is in the list already`)
    if (value.length >= maxAllowedOrigins)
      return refuse(t`A client has at most ${maxAllowedOrigins} origins. Use a wildcard, or remove one.`)
    onChange([...value, parsed.origin].toSorted())
    setText('')
    setRefusal(undefined)
  }
  const remove = (origin: string) => {
    onChange(value.filter((one) => one !== origin))
    input.current?.focus()
  }
  const line = `frame-ancestors ${frameAncestors(value)}`
  return (
    <section className="detail-part" aria-labelledby="client-origins">
      <h3 id="client-origins">{label}</h3>
      <Disclosure heading={<Trans>What an origin is</Trans>}>
        <OriginHelp />
      </Disclosure>
      {value.length === 0 ? (
        <p className="quiet">
          <Trans>No site can embed this client’s pages yet.</Trans>
        </p>
      ) : (
        <ul className="admin-origins" dir="ltr">
          {value.map((origin) => (
            <li key={origin}>
              <code>{origin}</code>
              {!isReadonly && <IconButton icon={cross} label={t`Remove ${origin}`} onPress={() => remove(origin)} />}
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p className="bad" role="alert">
          {faultText(fault, i18n)}
        </p>
      )}
      {!isReadonly && (
        <>
          <TextField
            label={t`Add an origin`}
            value={text}
            onChange={(next) => {
              setText(next)
              setRefusal(undefined)
            }}
            controlRef={(node) => {
              input.current = node
            }}
            placeholder={t`https://shop.example`}
            fault={refusal}
          />
          <div className="row">
            <Button disabledBecause={text.trim() === '' ? t`Enter an origin first` : undefined} onPress={add}>
              <Trans>Add origin</Trans>
            </Button>
          </div>
        </>
      )}
      <p className="quiet">
        <Trans>Browsers receive this line with each embedded page:</Trans>
      </p>
      <p className="admin-code" dir="ltr">
        <code>{line}</code>
        <CopyButton text={line} label={t`Copy the line`} />
      </p>
      <OriginTest origins={value} />
    </section>
  )
}

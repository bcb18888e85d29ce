import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { assign, is, object, optional, string, type } from 'superstruct'
import { addressOf, linkBaseOf } from '../../../contract/address-of.rules.ts'
import type { Place } from '../../../contract/addresses.ts'
import type { Notice, NoticeKind } from '../../../contract/notices.ts'
import { useGuest } from '../../../kit/guest.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { Tag } from '../../../parts/tag.tsx'
import { Broken } from '../../../ui/states.tsx'
import { useStarted } from './built.ts'
import { useConsole } from './console.ts'

const Navigated = object({ path: string(), title: string() })
const Said = assign(type({ kind: string(), title: string() }), type({ text: optional(string()) }))
const kinds: readonly string[] = ['success', 'error', 'warning', 'info']
const isKind = (kind: string): kind is NoticeKind => kinds.includes(kind)

interface SurfaceProps {
  readonly place: Place
  readonly events?: Readonly<Record<string, (event: CustomEvent<unknown>) => void>>
  readonly onTitle?: (title: string) => void
  readonly onUnreachable?: () => void
}

/** What an element says to the console is not said to the console's own page as if the console had. */
function useHearing({ place, onTitle, onUnreachable }: SurfaceProps) {
  const { navigate, notify } = useGuest()
  const now = useRef(place)
  now.current = place
  return {
    'ad-ready': (event: CustomEvent<unknown>) => event.stopPropagation(),
    'ad-navigated': (event: CustomEvent<unknown>) => {
      event.stopPropagation()
      if (!is(event.detail, Navigated)) return
      const { path, title } = event.detail
      if (title) onTitle?.(title)
      const address = addressOf(now.current, path)
      if (address !== undefined) navigate(address.slice(1), title)
    },
    'ad-notice': (event: CustomEvent<unknown>) => {
      if (!is(event.detail, Said)) return
      event.stopPropagation()
      event.preventDefault()
      const { kind, title, text } = event.detail
      const notice: Notice = { kind: isKind(kind) ? kind : 'info', title, ...(text && { text }) }
      notify(notice)
    },
    'ad-error': (event: CustomEvent<unknown>) => {
      if (is(event.detail, type({ code: string() })) && event.detail.code === 'unreachable') onUnreachable?.()
    },
  }
}

/** Another element in the console, by what it says of itself in public: attributes, properties and events. */
export function Surface(props: SurfaceProps) {
  const { place, events } = props
  const { i18n } = useLingui()
  const { locale } = useGuest()
  const { getToken, settings } = useConsole()
  const hearing = useHearing(props)
  const { error, retry } = useStarted(place.tag)
  if (error !== undefined)
    return <Broken heading={<Trans>This page could not be loaded</Trans>} reason={problemText(asProblem(error), i18n)} onRetry={retry} />
  const attributes = {
    ...place.attributes,
    path: place.path || undefined,
    'link-base': linkBaseOf(place),
    locale,
    theme: settings.theme,
  }
  return <Tag tag={place.tag} attributes={attributes} properties={getToken && { getToken }} events={{ ...hearing, ...events }} />
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { assign, is, number, object, optional, string, type } from 'superstruct'
import { surfaceUrl, linkBaseOf } from './address-of.rules.ts'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import type { Notice, NoticeKind } from '../../../contract/session/notices.ts'
import { contextOf } from '../../../contract/addresses/context.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { currentUrl } from '../../../kit/session/return-route.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useAdvertiserChoice, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { Tag } from '../../../parts/navigation/tag.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { navigationEvents, pathForEvent, ledgerTag } from './event-links.ts'
import { observesAttribute, useElement } from '../../../parts/navigation/element-loading.ts'
import { useConsole } from '../context.tsx'
import { useAvailability } from '../flags.ts'
import { findMatch } from '../navigation/entries.ts'
import { nameOf } from './words.ts'

const Navigated = object({ path: string(), title: string() })
const NoticeDetail = assign(
  type({ kind: string(), title: string() }),
  type({ text: optional(string()), id: optional(string()), duration: optional(number()) }),
)
const kinds: readonly string[] = ['success', 'error', 'warning', 'info']
const isKind = (kind: string): kind is NoticeKind => kinds.includes(kind)

interface SurfaceProps {
  readonly match: AddressMatch
  readonly events?: Readonly<Record<string, (event: CustomEvent<unknown>) => void>>
  /** Receives the title and the path of the element's current screen. */
  readonly onTitle?: (title: string, path: string) => void
  readonly onUnreachable?: () => void
}

const stop = (event: Event) => event.stopPropagation()
/** The console emits these events itself, because it shares its session with the element. */
const stoppedEvents = { 'ad-ready': stop, 'ad-session-expiring': stop, 'ad-session-expired': stop, 'ad-session-restored': stop }

/** Handles events of the element. They are stopped here, so that the host page sees only events of the console. */
function useElementEvents({ match, onTitle, onUnreachable }: SurfaceProps) {
  const { t, i18n } = useLingui()
  const { path: currentPath, navigate, notify } = useElementContext()
  const availabilityOf = useAvailability()
  const { session } = useConsole()
  const latestMatch = useRef(match)
  latestMatch.current = match
  const openEventPath = (event: CustomEvent<unknown>) => {
    const path = pathForEvent(event.type, event.detail, latestMatch.current)
    if (path === undefined) return
    event.stopPropagation()
    event.preventDefault()
    const target = findMatch(path)
    const availability = target ? availabilityOf(target.tag) : 'on'
    if (!target || availability === 'on') return navigate(path)
    const name = i18n._(nameOf(target)[0])
    const title = availability === 'off' ? t`${name} is switched off` : t`${name}: not available here yet`
    notify({ id: path, kind: 'info', title, text: t`Ask your account administrator.` })
  }
  return {
    ...stoppedEvents,
    ...Object.fromEntries(navigationEvents.map((type) => [type, openEventPath])),
    'ad-navigated': (event: CustomEvent<unknown>) => {
      event.stopPropagation()
      if (!is(event.detail, Navigated)) return
      const { path, title } = event.detail
      const address = surfaceUrl(latestMatch.current, path, latestMatch.current.address)
      // Ignores the document title, because it names the whole page.
      if (title && title !== document.title) onTitle?.(title, address?.slice(1) ?? currentPath)
      if (address !== undefined) navigate(address.slice(1), title)
    },
    'ad-notice': (event: CustomEvent<unknown>) => {
      if (!is(event.detail, NoticeDetail)) return
      event.stopPropagation()
      event.preventDefault()
      const { kind, title, text, id, duration: durationMs } = event.detail
      const notice: Notice = {
        kind: isKind(kind) ? kind : 'info',
        title,
        ...(text && { text }),
        ...(id && { id }),
        ...(durationMs && { durationMs }),
      }
      notify(notice)
    },
    'ad-sign-in-asked': (event: CustomEvent<unknown>) => {
      event.stopPropagation()
      if (!session) return
      event.preventDefault()
      void session.signIn({ route: currentUrl(), isAnew: true }).catch(() => undefined) // the console shows a provider that is down
    },
    'ad-error': (event: CustomEvent<unknown>) => {
      event.stopPropagation()
      if (is(event.detail, type({ code: string() })) && event.detail.code === 'unreachable') onUnreachable?.()
    },
  }
}

/** Attributes for the selected advertisers, unless the URL names one. Undefined while the selection is loading. */
function useAdvertiserAttributes({ attributes }: AddressMatch) {
  const { path } = useElementContext()
  const ids = useAdvertiserIds()
  const { rule, total, hasFailed } = useAdvertiserChoice()
  if (attributes['advertiser-id'] !== undefined) return {}
  const routeAdvertiserId = contextOf(`/${path}`).advertiserId
  if (routeAdvertiserId !== undefined) return { 'advertiser-id': String(routeAdvertiserId) }
  if (rule !== 'first') return ids ? { 'advertiser-ids': ids.join(',') } : {}
  if (ids?.[0] !== undefined) return { 'advertiser-id': String(ids[0]) }
  return hasFailed || total === 0 ? {} : undefined
}

/** Renders another element inside the console, through its public API only. */
export function Surface(props: SurfaceProps) {
  const { match, events } = props
  const { i18n } = useLingui()
  const { locale } = useElementContext()
  const { getToken, settings } = useConsole()
  const hasFunds = useAvailability()(ledgerTag) === 'on'
  const listeners = useElementEvents(props)
  const { error, retry } = useElement(match.tag)
  const advertiserAttributes = useAdvertiserAttributes(match)
  if (error !== undefined)
    return <ErrorState heading={<Trans>Couldn’t load this page</Trans>} reason={problemText(asProblem(error), i18n)} onRetry={retry} />
  if (!advertiserAttributes) return <LoadingSkeleton height={320} />
  // The console has an advertiser select and breadcrumbs of its own.
  const flags = ['no-advertiser-choice', 'no-back', ...(hasFunds ? [] : ['no-ledger', 'no-funds'])]
  const attributes = {
    ...Object.fromEntries(Object.entries(advertiserAttributes).filter(([name]) => observesAttribute(match.tag, name))),
    ...match.attributes,
    path: match.path || undefined,
    ...Object.fromEntries(flags.filter((name) => observesAttribute(match.tag, name)).map((name) => [name, ''])),
    'link-base': linkBaseOf(match),
    locale,
    theme: settings.theme,
  }
  return <Tag tag={match.tag} attributes={attributes} properties={getToken && { getToken }} events={{ ...listeners, ...events }} />
}

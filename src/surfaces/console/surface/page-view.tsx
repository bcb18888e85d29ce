import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { type GateRequirements, gateRule } from '../../../contract/access/gate.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Gate, useViewer } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Screens } from '../../../parts/navigation/screens.tsx'
import { Button } from '../../../ui/button.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { page } from '../../../ui/icon/control-icons.ts'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { routes } from '../routes.ts'
import { useTitle } from '../navigation/scroll-and-focus.ts'
import { usePageAvailability } from '../flags.ts'
import { requiredPermission } from '../navigation/entries.ts'
import { nameOf } from './words.ts'
import { Surface } from './surface.tsx'
import { ScopeNotFound, useMissingScopePart } from '../shell/not-found.tsx'

const LazyBreadcrumbs = lazyIdle(() => import('../navigation/breadcrumbs.tsx'))

function ToOverview() {
  const { t } = useLingui()
  const { memberGroup } = useClient()
  const linkTo = usePathLink()
  const { onNavigate } = linkTo(memberGroup ? `clients/${memberGroup.member_group_id}` : '', t`Overview`)
  return (
    <Button onPress={onNavigate}>
      <Trans>Go to the overview</Trans>
    </Button>
  )
}

function PageNotFound() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <>
      <h1 className="unseen">{t`Not found`}</h1>
      <EmptyState
        icon={alert}
        heading={<Trans>Page not found</Trans>}
        text={<Trans>Check the address for typos. The page may also have moved.</Trans>}
      >
        <ToOverview />
      </EmptyState>
    </>
  )
}

/** Placeholder for surfaces that are not built; reachable by URL only. */
function NotBuilt({ name, will }: { readonly name: string; readonly will: string }) {
  return (
    <EmptyState
      icon={page}
      heading={<Trans>{name}: not available yet</Trans>}
      text={
        <>
          {will} <Trans>Ask your account administrator.</Trans>
        </>
      }
    >
      <ToOverview />
    </EmptyState>
  )
}

/** Placeholder for a surface whose feature flag is off; reachable by URL only. */
function SwitchedOff({ name }: { readonly name: string }) {
  return (
    <EmptyState
      icon={page}
      heading={<Trans>{name} is switched off</Trans>}
      text={<Trans>Ask your account administrator to switch it on.</Trans>}
    >
      <ToOverview />
    </EmptyState>
  )
}

interface NamedPage {
  readonly match: AddressMatch
  readonly name: string
  readonly will: string
}

interface ElementOrPlaceholderProps extends NamedPage {
  readonly onTitle: (title: string, path: string) => void
  readonly onUnreachable: () => void
}

/** The surface's element, or a placeholder if it is switched off or not built. */
function ElementOrPlaceholder({ match, name, will, onTitle, onUnreachable }: ElementOrPlaceholderProps) {
  const availability = usePageAvailability()(match)
  if (availability === 'not_built') return <NotBuilt name={name} will={will} />
  if (availability === 'off') return <SwitchedOff name={name} />
  return <Surface match={match} onTitle={onTitle} onUnreachable={onUnreachable} />
}

/** True if a known user with roles lacks the permission. The Gate handles all other cases. */
function useIsDenied(requirements: GateRequirements) {
  const viewer = useViewer()
  return viewer.state === 'known' && viewer.access.roles.length > 0 && gateRule(viewer.access, requirements) !== true
}

/** A page with its title and breadcrumbs, also when access is denied. Embedded elements have no h1. */
function PageFrame({ match, name, will, onUnreachable }: NamedPage & Pick<ElementOrPlaceholderProps, 'onUnreachable'>) {
  const { path } = useElementContext()
  const { memberGroup } = useClient()
  const part = useMissingScopePart()
  const requirements = requiredPermission(match)
  const isBarred = useIsDenied(requirements)
  const [elementTitle, setElementTitle] = useState<{ readonly at: string; readonly title: string }>()
  const { pathname } = splitPath(path)
  const ownTitle = elementTitle?.at === pathname ? elementTitle.title : undefined
  const title = ownTitle ?? name
  useTitle(title, memberGroup?.name)
  return (
    <>
      <h1 className="unseen">{title}</h1>
      <Suspense fallback={<div className="console-breadcrumbs" />}>
        <LazyBreadcrumbs match={match} title={ownTitle} />
      </Suspense>
      {part && !isBarred ? (
        <ScopeNotFound part={part} />
      ) : (
        <Gate {...requirements} waiting={<LoadingSkeleton height={320} />}>
          <ElementOrPlaceholder
            {...{ match, name, will, onUnreachable }}
            onTitle={(next, of) => setElementTitle({ at: splitPath(of).pathname, title: next })}
          />
        </Gate>
      )}
    </>
  )
}

function OwnScreens() {
  const { t } = useLingui()
  const { memberGroup } = useClient()
  useTitle(memberGroup?.name ?? t`Overview`)
  return <Screens routes={routes} />
}

/** The page of the current URL, behind its permission check. */
export function PageView({ match, onUnreachable }: { readonly match: AddressMatch | undefined; readonly onUnreachable: () => void }) {
  const { i18n } = useLingui()
  if (!match) return <PageNotFound />
  if (match.tag === 'ad-console') return <OwnScreens />
  const [name, will] = nameOf(match)
  return <PageFrame match={match} name={i18n._(name)} will={i18n._(will)} onUnreachable={onUnreachable} />
}

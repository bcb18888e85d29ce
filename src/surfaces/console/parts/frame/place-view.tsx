import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Place } from '../../../../contract/addresses.ts'
import { isLost } from '../../../../contract/context.rules.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { splitPath } from '../../../../kit/path.ts'
import { useClient } from '../../../../parts/client.tsx'
import { Gate } from '../../../../parts/gate.tsx'
import { usePlaceLink } from '../../../../parts/place-link.tsx'
import { Screens } from '../../../../parts/screens.tsx'
import { Button } from '../../../../ui/button.tsx'
import { alert, page } from '../../../../ui/icons.ts'
import { Empty, Loading } from '../../../../ui/states.tsx'
import { routes } from '../../routes.ts'
import { useTitle } from '../arrival.ts'
import { isBuilt } from '../built.ts'
import { askOf } from '../places.ts'
import { surfaceWords } from '../surface-words.ts'
import { Surface } from '../surface.tsx'

const Trail = lazy(() => import('./trail.tsx'))

/** The way back from where there is nothing. */
function ToOverview() {
  const { t } = useLingui()
  const { memberGroup } = useClient()
  const linkTo = usePlaceLink()
  const { onGo } = linkTo(memberGroup ? `clients/${memberGroup.member_group_id}` : '', t`Overview`)
  return (
    <Button onPress={onGo}>
      <Trans>Go to the overview</Trans>
    </Button>
  )
}

function NotHere() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <>
      <h1 className="unseen">{t`Not found`}</h1>
      <Empty
        icon={alert}
        heading={<Trans>There is no such page</Trans>}
        text={<Trans>The address may have a letter too many, or the page has moved.</Trans>}
      >
        <ToOverview />
      </Empty>
    </>
  )
}

/** What will be there one day; nothing leads here but an address that somebody has kept. */
function NotYet({ name, will }: { readonly name: string; readonly will: string }) {
  return (
    <Empty icon={page} heading={<Trans>{name}: not built yet</Trans>} text={will}>
      <ToOverview />
    </Empty>
  )
}

/** Another element at its place, with the name that it gives itself; it has no first heading of its own. */
function Composed({ place, onUnreachable }: { readonly place: Place; readonly onUnreachable: () => void }) {
  const { i18n } = useLingui()
  const { path } = useGuest()
  const { memberGroup, state, code, isMinimal } = useClient()
  const [said, setSaid] = useState<{ readonly at: string; readonly title: string }>()
  const { pathname } = splitPath(path)
  const [name, will] = surfaceWords[place.tag as keyof typeof surfaceWords] ?? surfaceWords['ad-console'] // pages and the gallery are no places of the console
  const own = said?.at === pathname ? said.title : undefined
  const title = own ?? i18n._(name)
  useTitle(title, memberGroup?.name)
  if (state === 'error' && !isMinimal && isLost(code))
    return (
      <Empty
        icon={alert}
        heading={<Trans>There is no such client</Trans>}
        text={<Trans>It is gone, or not yours to see. Choose another one above.</Trans>}
      />
    )
  return (
    <>
      <h1 className="unseen">{title}</h1>
      <Suspense fallback={<div className="console-trail" />}>
        <Trail place={place} title={own} />
      </Suspense>
      {isBuilt(place.tag) ? (
        <Surface place={place} onTitle={(next) => setSaid({ at: pathname, title: next })} onUnreachable={onUnreachable} />
      ) : (
        <NotYet name={i18n._(name)} will={i18n._(will)} />
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

/** What the address names, for those who may see it. */
export function PlaceView({ place, onUnreachable }: { readonly place: Place | undefined; readonly onUnreachable: () => void }) {
  if (!place) return <NotHere />
  if (place.tag === 'ad-console') return <OwnScreens />
  return (
    <Gate {...askOf(place)} waiting={<Loading height={320} />}>
      <Composed place={place} onUnreachable={onUnreachable} />
    </Gate>
  )
}

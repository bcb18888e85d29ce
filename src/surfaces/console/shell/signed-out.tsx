import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { returnRouteOf } from '../../../kit/session/return-route.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { is } from 'superstruct'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { SignInRequest } from '../../../kit/session/sign-in-request.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useConsole } from '../context.tsx'
import { consoleIcons } from '../icons.ts'
import { Main } from './main.tsx'
import { useTitle } from '../navigation/scroll-and-focus.ts'
import { useUserLocale } from '../settings.ts'
import { surfaceWords } from '../surface/words.ts'
import { Surface } from '../surface/surface.tsx'

const LocaleMenu = lazyIdle(() => import('./menus.tsx').then((menus) => ({ default: menus.LocaleMenu })))

/** Sign-in and registration pages, without header and navigation. */
export function SignedOut({ match, isSignedIn }: { readonly match: AddressMatch; readonly isSignedIn: boolean }) {
  const { i18n } = useLingui()
  const { path } = useElementContext()
  const { apiBase } = useRuntime()
  const { session, goInstead, isRouted, emit } = useConsole()
  const title = i18n._(match.tag === 'ad-registration' ? surfaceWords['ad-registration'][0] : surfaceWords['ad-sign-in'][0])
  // The menu needs code of its own, which must not delay the form.
  const [isFormShown, setFormShown] = useState(false)
  const showMenu = (event: Event) => {
    event.stopPropagation()
    setFormShown(true)
  }
  useUserLocale(isRouted)
  useTitle(title)
  // A signed-in user does not need the sign-in page.
  useEffect(() => {
    const url = `/${path}${isRouted ? location.hash : ''}`
    if (isSignedIn && /login(\?|$)/.test(path)) goInstead((returnRouteOf(url, location.origin) ?? '/').slice(1))
  }, [isSignedIn, path, isRouted, goInstead])
  // On another origin the sign-in cannot return here, so the element opens the platform's own page.
  const isPlatforms = new URL(apiBase).origin === location.origin
  const signIn = (event: CustomEvent<unknown>) => {
    if (!is(event.detail, SignInRequest)) return
    // The console emits its own event to the host page instead.
    event.stopPropagation()
    if (!session || !isPlatforms) {
      if (!emit('ad-before-sign-in', event.detail)) event.preventDefault()
      return
    }
    event.preventDefault()
    const { client_name: loginKey, return_route: route, organization, connection } = event.detail
    session.signIn({ route, loginKey: loginKey || undefined, organization, connection }).catch(() => undefined) // the prompt shows it
  }
  return (
    <Main isRouted={isRouted} className={`console-sign-in ${isRouted ? 'whole' : ''}`}>
      <h1 className="unseen">{title}</h1>
      <header className="row">
        <p className="console-brand">
          <Icon shape={consoleIcons.wave} className="console-mark" />
          Placard
        </p>
        <span className="grow" />
        <Suspense>{isFormShown && <LocaleMenu />}</Suspense>
      </header>
      <Surface match={match} events={{ 'ad-before-sign-in': signIn, 'ad-ready': showMenu, 'ad-error': showMenu }} />
    </Main>
  )
}

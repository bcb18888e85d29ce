// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { SignInProvider } from '../../src/surfaces/sign-in/context.tsx'
import Login from '../../src/surfaces/sign-in/login/login.tsx'
import SetupAccount from '../../src/surfaces/sign-in/setup-account.tsx'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet, until } from '../support/ui/react-page.tsx'

const { reply, open, shows } = partBench()
afterEach(() => vi.unstubAllGlobals())
const words = {
  environment: 'development',
  cloud_provider: '',
  issuer: 'https://id.example',
  client_id: 'x',
  flags_url: 'x',
  other_origin: 'x',
}
const config = 'GET /api/k1-ui/config'
const client = 'GET /v1/member_groups/login_config_by_host_name'

const whole = `setup-account?token=${'a'.repeat(43)}`
const screens: readonly (readonly [path: string, screen: ReactNode, offer: string])[] = [
  ['login', <Login key="login" />, 'Sign in'],
  [whole, <SetupAccount key="setup" />, 'Set up your account'],
]
const buttonIn = (root: ParentNode, label: string) => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === label)

const at = (path: string, screen: ReactNode, emit = () => true) => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const element = {
    tag: 'ad-sign-in',
    locale: 'en-US',
    linkBase: '',
    isInheriting: false,
    root,
    path,
    revision: 0,
    leaving: createLeaveGuards(),
  }
  return open(
    <ElementContextProvider
      value={{ ...element, ask: async () => true, emit: () => true, notify: () => undefined, navigate: () => undefined }}
    >
      <SignInProvider clientName={undefined} emit={emit}>
        {screen}
      </SignInProvider>
    </ElementContextProvider>,
  )
}

test.each([true, false])('a sign-in page offers a password reset only with local passwords: %s', async (isKeptHere) => {
  reply({ [config]: { ...words, is_provider_embedded: isKeptHere }, [client]: 404 })
  for (const path of ['login', 'login?view=forgotten']) {
    const page = await at(path, <Login />)
    await shows(page, isKeptHere && path !== 'login' ? 'Send reset link' : 'Sign in')
    await quiet()
    expect([path, page.text().includes('Forgot your password?')]).toEqual([path, isKeptHere])
  }
  const page = await at(whole, <SetupAccount />)
  await shows(page, isKeptHere ? 'Set up your account' : 'This link is incomplete')
})

test.each(screens)('%s shows that the client failed to load, and offers a retry', async (path, screen, offer) => {
  reply({ [config]: 500, [client]: 404 })
  const page = await at(path, screen)
  await shows(page, 'Couldn’t start sign-in')
  expect(page.text()).not.toContain('This link is incomplete')
  expect(buttonIn(page.container, offer)).toBeUndefined()
  reply({ [config]: { ...words, is_provider_embedded: true }, [client]: 404 })
  act(() => buttonIn(page.container, 'Try again')?.click())
  await until(() => buttonIn(page.container, offer) !== undefined)
  expect(page.text()).not.toContain('Couldn’t start')
})

test('a sign-in page in a frame does not navigate the frame, but tells its page where to sign in', async () => {
  reply({ [config]: { ...words, is_provider_embedded: true }, [client]: 404 })
  vi.stubGlobal('parent', document.body.appendChild(document.createElement('iframe')).contentWindow)
  const onEvent = vi.fn(() => true)
  const page = await at('login', <Login />, onEvent)
  await shows(page, 'Sign in')
  await until(() => buttonIn(page.container, 'Sign in') !== undefined)
  act(() => buttonIn(page.container, 'Sign in')?.click())
  await shows(page, 'Sign in to the surrounding page')
  expect(onEvent).toHaveBeenCalledOnce()
})

test('the sign-in button cannot be pressed again until the page is restored', async () => {
  reply({ [config]: { ...words, is_provider_embedded: true }, [client]: 404 })
  const page = await at('login', <Login />)
  const isBusy = () => buttonIn(page.container, 'Sign in')?.ariaBusy ?? buttonIn(page.container, 'Sign in')?.getAttribute('aria-busy')
  await until(() => buttonIn(page.container, 'Sign in') !== undefined)
  act(() => buttonIn(page.container, 'Sign in')?.click())
  await quiet()
  expect(isBusy()).toBe('true')
  act(() => window.dispatchEvent(new Event('pageshow')))
  await until(() => isBusy() !== 'true')
})

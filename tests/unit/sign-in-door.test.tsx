// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { GuestProvider } from '../../src/kit/guest.tsx'
import { createLeaving } from '../../src/kit/leave.ts'
import { DoorProvider } from '../../src/surfaces/sign-in/parts/door.tsx'
import Login from '../../src/surfaces/sign-in/screens/login.tsx'
import SetupAccount from '../../src/surfaces/sign-in/screens/setup-account.tsx'
import { partBench } from '../support/part-bench.tsx'
import { quiet } from '../support/react-page.tsx'

const { answer, open, shows } = partBench()
const words = {
  environment: 'development',
  cloud_provider: '',
  issuer: 'https://id.example',
  client_id: 'x',
  flags_url: 'x',
  other_origin: 'x',
}
const [config, client] = ['GET /api/k1-ui/config', 'GET /v1/member_groups/login_config_by_host_name']

const at = (path: string, screen: ReactNode) => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const place = { tag: 'ad-sign-in', locale: 'en-US', linkBase: '', isInheriting: false, root, path, revision: 0, leaving: createLeaving() }
  return open(
    <GuestProvider value={{ ...place, emit: () => true, notify: () => undefined, navigate: () => undefined }}>
      <DoorProvider clientName={undefined} emit={() => true}>
        {screen}
      </DoorProvider>
    </GuestProvider>,
  )
}

test.each([true, false])('a door offers a new password only where passwords are kept here: %s', async (isKeptHere) => {
  answer({ [config]: { ...words, is_provider_embedded: isKeptHere }, [client]: 404 })
  for (const path of ['login', 'login?view=forgotten']) {
    const page = await at(path, <Login />)
    await shows(page, isKeptHere && path !== 'login' ? 'Send the link' : 'Sign in')
    await quiet()
    expect([path, page.text().includes('Forgot your password?')]).toEqual([path, isKeptHere])
  }
  const page = await at(`setup-account?token=${'a'.repeat(43)}`, <SetupAccount />)
  await shows(page, isKeptHere ? 'Set up your account' : 'This link is not complete')
})

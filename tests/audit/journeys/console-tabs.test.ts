import { test } from 'playwright/test'
import { shareOneSession } from '../../support/console/tabs.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

test('twenty tabs renew the token once, share the result, lose no input, and sign out together', async ({ context }) => {
  test.setTimeout(240_000)
  await shareOneSession(context, platform(), 20)
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { complaintsOf } from '../support/opening.ts'
import { registerPartnerSite, runServer } from '../support/partner-site.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const chapter = /^## Embed a chart[\s\S]*?(?=^## )/m.exec(readme)?.[0] ?? ''
const block = (language: string) => new RegExp(`^\`\`\`${language}\\n((?:.|\\n)*?)^\`\`\``, 'm').exec(chapter)?.[1] ?? ''

test('the way of a first-time partner: fewer than ten lines of their own, from the README alone', async ({ page }) => {
  test.setTimeout(180_000)
  const lines = `${block('html')}${block('js')}`.split('\n').filter((line) => line.trim())
  expect([block('html') && block('js') ? 'both' : 'none', lines.length < 10]).toEqual(['both', true])
  expect(block('sh')).toContain('npm start -- --partner my-site,1,http://localhost:8080')

  const site = await registerPartnerSite()
  const folder = mkdtempSync(join(tmpdir(), 'placard-readme-'))
  const here = (text: string) => text.replaceAll('http://localhost:4400', site.platform.origin).replaceAll('8080', String(site.port))
  writeFileSync(join(folder, 'index.html'), here(block('html')))
  writeFileSync(join(folder, 'server.mjs'), here(block('js')))
  const server = await runServer('server.mjs', { cwd: folder, env: { SECRET: site.secret }, at: site.origin })
  try {
    const heard = complaintsOf(page)
    await page.goto(site.origin)
    await expect(page.locator('.figure dd').first()).toContainText('$')
    expect([heard, server.told()]).toEqual([[], ''])
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
    await site.platform.clear()
  }
})

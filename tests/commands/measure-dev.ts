import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from '../house/source.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'

const runs = 5
/** The edited component, and its sentence on the sign-in page. */
const component = join(root, 'src/surfaces/sign-in/login/login.tsx')
const sentence = 'Forgot your password?'

const before = readFileSync(component, 'utf8')
if (!before.includes(sentence)) throw new Error(`${component} does not say "${sentence}"; choose another sentence`)
const dataDir = mkdtempSync(join(tmpdir(), 'placard-dev-'))
const developing = spawn(process.execPath, ['demo/start.mjs', '--watch', '--port', '0', '--empty', '--data', dataDir], { cwd: root })
let said = ''
const origin = new Promise<string>((resolve, reject) => {
  const hear = (text: Buffer) => {
    said += text
    const [, address] = /ready at (\S+)/.exec(said) ?? []
    if (address && said.includes('Built in')) resolve(address)
  }
  developing.stdout.on('data', hear)
  developing.stderr.on('data', hear)
  developing.on('exit', () => reject(new Error(said)))
})

/** Seconds from an edit until the reloaded page shows it. */
async function measure(): Promise<number[]> {
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const page = await browser.newPage()
  await page.goto(`${await origin}/login`)
  await page.getByText(sentence).first().waitFor()
  // Waits for the page's first poll for a new build.
  await page.waitForRequest(/built\.json/)
  const seconds: number[] = []
  for (let run = 1; run <= runs; run++) {
    const began = performance.now()
    writeFileSync(component, before.replace(sentence, `${sentence} ${run}`))
    await page.getByText(`${sentence} ${run}`).first().waitFor()
    seconds.push((performance.now() - began) / 1000)
  }
  await browser.close()
  return seconds
}

try {
  const seconds = await measure()
  const sorted = seconds.toSorted((a, b) => a - b)
  console.log(seconds.map((one) => one.toFixed(2)).join(' s, '), 's')
  console.log(`figure: a change of a component is seen after ${sorted[Math.floor(runs / 2)]?.toFixed(2)} s (median of ${runs})`)
} finally {
  writeFileSync(component, before)
  developing.removeAllListeners('exit')
  developing.kill('SIGINT')
  developing.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}

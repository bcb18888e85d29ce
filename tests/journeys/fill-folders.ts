import { rmSync } from 'node:fs'
import { setFilledFolder } from '../support/filled-folders.ts'
import { startPlatformProcess } from '../support/platform-process.ts'

/** Starts a platform once with the demonstration and once without it; every journey starts with a copy of what they leave. */
export default async function fillFolders() {
  const folders: string[] = []
  for (const empty of [false, true]) {
    const platform = await startPlatformProcess({ empty })
    await platform.stop()
    setFilledFolder(empty, platform.dataDir)
    folders.push(platform.dataDir)
  }
  return () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

import { useEffect, useState } from 'react'
import { config } from '../../../contract/session/config.ts'
import { useRead } from '../../../kit/cache.tsx'
import { createFlags, type Flags } from '../../../kit/flags.ts'
import { useRuntime } from '../../../kit/runtime.tsx'

const usual: Flags = { getBooleanValue: (_, value) => value }

/** The host's own flags, else those of the service that the platform names; until one answers every flag is as usual. */
export function useFlags(): Flags {
  const { flags: hosts } = useRuntime()
  const { data } = useRead(config.application, hosts ? null : {})
  const [flags, setFlags] = useState(usual)
  const { flags_url: url, environment } = data ?? {}
  useEffect(() => {
    if (!url || environment === undefined) return
    const leaving = new AbortController()
    const asked = createFlags(url, environment, leaving.signal)
    void asked.ready.then(() => leaving.signal.aborted || setFlags(asked))
    return () => leaving.abort()
  }, [url, environment])
  return hosts ?? flags
}

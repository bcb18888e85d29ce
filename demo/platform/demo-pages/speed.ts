import { type Speed, speeds } from '../delivery/settings.ts'

/** Longer than any answer of the form. */
const bytesMost = 100

const plain = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })

/** Takes what a page of the platform itself says about the speed of delivery; a page of anybody else's is refused. */
export async function asksSpeed(request: Request, setSpeed: (speed: Speed) => Promise<void>): Promise<Response> {
  if (request.headers.get('origin') !== new URL(request.url).origin) return plain(403, 'Only a page of this platform may say so')
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(bytes <= bytesMost)) return plain(413, 'This is no speed')
  const asked = Number(new URLSearchParams(await request.text()).get('minutes_per_minute'))
  const speed = speeds.find((one) => one === asked)
  if (!speed) return plain(422, `Say one of ${speeds.join(', ')}`)
  await setSpeed(speed)
  return new Response(null, { status: 303, headers: { Location: '/start', 'Cache-Control': 'no-store' } })
}

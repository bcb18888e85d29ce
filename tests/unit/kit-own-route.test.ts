import { describe, expect, test } from 'vitest'
import { storageKeys } from '../../src/kit/session/times.ts'
import { safeStorageOf } from '../../src/kit/safe-storage.ts'
import {
  loginUrlFor,
  lastLoginPath,
  returnRouteOf,
  sameOriginRoute,
  consoleRouteOf,
  rememberLoginClient,
  returnMarker,
  createReturnRoute,
} from '../../src/kit/session/return-route.ts'
import { returnRoutes } from '../support/identity/return-routes.ts'
import { mapStore, origin } from '../support/identity/simulated-tabs.ts'

/** The URL that a browser on the sign-in page resolves a route to. */
const goesTo = (route: string) => new URL(route, `${origin}/login`).origin
const plain = (route: string) => route
const leaving = (judge: (route: string) => string) =>
  returnRoutes.filter((route) => {
    try {
      return goesTo(judge(route)) !== origin
    } catch {
      return true
    }
  })

describe('a return address', () => {
  test('never leaves the origin, whatever it contains', () => {
    expect(returnRoutes.length).toBeGreaterThanOrEqual(150)
    expect(new Set(returnRoutes).size).toBe(returnRoutes.length)
    expect(leaving((route) => sameOriginRoute(route, origin))).toEqual([])
    // The list proves something only if its routes lead to other origins without the check.
    expect(leaving(plain).length).toBeGreaterThan(80)
    expect(leaving((route) => (route.startsWith('/') ? route : '/')).length).toBeGreaterThan(5)
  })

  test('never leaves the origin in a query, a fragment marker, or storage', () => {
    const ways: readonly ((route: string) => string | undefined)[] = [
      (route) => returnRouteOf(`/login?returnRoute=${encodeURIComponent(route.toWellFormed())}`, origin),
      (route) => returnRouteOf(`/login#${returnMarker}${encodeURIComponent(route.toWellFormed())}`, origin),
      (route) => returnRouteOf(`/login#/x?${returnMarker}${route.replace(/^#/, '')}`, origin),
      (route) => {
        const store = mapStore()
        const memory = safeStorageOf(() => store)
        memory.set(storageKeys.returnRoute, route)
        return createReturnRoute(origin, memory).take()
      },
      (route) => {
        const store = mapStore()
        const memory = safeStorageOf(() => store)
        memory.set(storageKeys.returnRoute, route)
        memory.set(storageKeys.returnParams, route)
        return createReturnRoute(origin, memory).take()
      },
    ]
    for (const way of ways) expect(leaving((route) => way(route) ?? '/')).toEqual([])
  })

  test.each([
    '/',
    '/clients/1',
    '/clients/1/campaigns?status=active&page=2',
    '/clients/1/campaigns/9#history',
    '/admin?a=%2F%2Fevil.example#//evil.example',
  ])('%s is restored as it was', (route) => {
    const store = mapStore()
    const memory = safeStorageOf(() => store)
    createReturnRoute(origin, memory).remember(route)
    expect(createReturnRoute(origin, memory).take()).toBe(route)
    expect(createReturnRoute(origin, memory).take()).toBe('/')
    expect(store.length).toBe(0)
    expect(sameOriginRoute(route, origin)).toBe(route)
  })

  test('is stored in two parts: the route with its fragment, and the query', () => {
    const store = mapStore()
    createReturnRoute(
      origin,
      safeStorageOf(() => store),
    ).remember('/clients/1/campaigns?status=active#top')
    expect([store.getItem('return-route'), store.getItem('return-params')]).toEqual(['/clients/1/campaigns#top', '?status=active'])
  })

  test('in the marker overrides the query; without either there is none', () => {
    expect(returnRouteOf(`/login?returnRoute=/a#${returnMarker}/clients/2?x=1`, origin)).toBe('/clients/2?x=1')
    expect(returnRouteOf('/login?returnRoute=%2Fclients%2F1', origin)).toBe('/clients/1')
    expect([returnRouteOf('/login', origin), returnRouteOf('/login#section', origin)]).toEqual([undefined, undefined])
  })

  test('leads to the sign-in page used last, in the intended frame, and nowhere else', () => {
    const store = mapStore()
    const memory = safeStorageOf(() => store)
    expect([lastLoginPath('/', memory), lastLoginPath('/clients/1#top', memory)]).toEqual([
      'login',
      'login?returnRoute=%2Fclients%2F1%23top',
    ])
    rememberLoginClient('big shop', memory)
    expect(lastLoginPath('/clients/1', memory)).toBe('big%20shop/login?returnRoute=%2Fclients%2F1')
    expect(loginUrlFor('/clients/1?x=1', origin, memory)).toBe('/big%20shop/login?returnRoute=%2Fclients%2F1%3Fx%3D1')
    expect(loginUrlFor('/embedded?theme=dark#/clients/1', origin, memory)).toBe(
      '/embedded?theme=dark#/big%20shop/login?returnRoute=%2Fclients%2F1',
    )
    expect(loginUrlFor('/embedded/clients/1/chart', origin, memory)).toBe('/big%20shop/login?returnRoute=%2Fembedded%2Fclients%2F1%2Fchart')
    rememberLoginClient(undefined, memory)
    expect(loginUrlFor('/', origin, memory)).toBe('/login')
    const routes = returnRoutes.flatMap((route) => [
      consoleRouteOf(route, false, origin),
      consoleRouteOf(`#${route}`, true, origin),
      consoleRouteOf(`/x#${returnMarker}${route}`, false, origin),
    ])
    expect(routes.filter((route) => goesTo(route) !== origin)).toEqual([])
  })
})

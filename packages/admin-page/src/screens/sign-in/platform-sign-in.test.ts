import { expect, test } from '@jest/globals'
import { platformSignIn } from './platform-sign-in.ts'

test('the platform gets the address to return to, without its fragment', () => {
  const url = new URL(
    platformSignIn(
      'https://platform.example/login?app=catalog',
      'https://shop.example/admin/runs/1?outcome=failed#x',
    ),
  )
  expect(url.origin + url.pathname).toBe('https://platform.example/login')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    app: 'catalog',
    return_to: 'https://shop.example/admin/runs/1?outcome=failed',
  })
})

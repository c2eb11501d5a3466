import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { describeDebian } from './debian-packages.ts'

const status = await readFile(new URL('testing/dpkg-status', import.meta.url), 'utf8')
const osRelease = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'
const refsOf = (text: string) => describeDebian(text, osRelease).map((component) => component['bom-ref'])

test('packages are listed by name as package URLs, with their source package where its name differs', () => {
  expect(refsOf(status)).toEqual([
    'debian-12',
    'pkg:deb/debian/base-files@12.4%2Bdeb12u11?arch=amd64&distro=debian-12',
    'pkg:deb/debian/bsdutils@1:2.38.1-5%2Bdeb12u3?arch=amd64&distro=debian-12&upstream=util-linux%402.38.1-5%2Bdeb12u3',
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=debian-12&upstream=glibc',
    'pkg:deb/debian/libgcc-s1@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=gcc-12',
    'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=gcc-12',
    'pkg:deb/debian/login@1:4.13%2Bdfsg1-1%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=shadow',
    'pkg:deb/debian/tzdata@2025b-0%2Bdeb12u2?arch=all&distro=debian-12',
  ])
})

test('a removed package, of which only settings are left, is not listed', () => {
  const removed = status.replace(
    /(Package: login\nEssential: yes\nStatus: )install ok installed/,
    '$1deinstall ok config-files',
  )
  expect(removed).not.toBe(status)
  expect(refsOf(removed)).toEqual(refsOf(status).filter((ref) => !ref.includes('/login@')))
})

test('a list without packages, and a system without a name, are errors', () => {
  expect(() => describeDebian('', osRelease)).toThrow('no installed package')
  expect(() => describeDebian(status, 'NAME="Other"\n')).toThrow('no ID')
})

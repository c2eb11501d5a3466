import { describe, expect, test } from '@jest/globals'
import { emptyCatalog } from '../../../test/support/preview/apply-plan.ts'
import { previewOf } from '../../../test/support/preview/shop.ts'
import { shareLinkOf } from './share-links.ts'

const drive = 'https://drive.google.com/uc?export=download&id=1CXlAb-CdEf_GhIj'

describe('a link to a page with a picture', () => {
  test.each([
    ['https://drive.google.com/file/d/1CXlAb-CdEf_GhIj/view?usp=sharing', drive],
    ['https://drive.google.com/file/u/0/d/1CXlAb-CdEf_GhIj/preview', drive],
    ['https://drive.google.com/open?usp=drive_copy&id=1CXlAb-CdEf_GhIj', drive],
    ['https://www.dropbox.com/s/abc/mug.jpg?dl=0', 'https://www.dropbox.com/s/abc/mug.jpg?raw=1'],
    ['https://www.dropbox.com/s/abc/mug.jpg', 'https://www.dropbox.com/s/abc/mug.jpg?raw=1'],
    [
      'https://www.dropbox.com/scl/fi/abc/mug.jpg?rlkey=x&st=y&dl=0#z',
      'https://www.dropbox.com/scl/fi/abc/mug.jpg?rlkey=x&st=y&raw=1',
    ],
    [
      'https://www.dropbox.com/scl/fi/abc/mug.jpg?rlkey=x',
      'https://www.dropbox.com/scl/fi/abc/mug.jpg?rlkey=x&raw=1',
    ],
    [
      'https://onedrive.live.com/embed?resid=A&authkey=B',
      'https://onedrive.live.com/download?resid=A&authkey=B',
    ],
    ['https://shop.sharepoint.com/:i:/g/E?e=x', 'https://shop.sharepoint.com/:i:/g/E?e=x&download=1'],
    ['https://github.com/a/b/blob/main/c.png', 'https://github.com/a/b/raw/main/c.png'],
    ['https://imgur.com/AbCdEf1', 'https://i.imgur.com/AbCdEf1.jpg'],
  ])('%s has the address %s', (link, address) => {
    expect(shareLinkOf(link)).toMatchObject({ case: 'share_link', address })
    expect(shareLinkOf(address)).toBeUndefined()
  })

  test.each([
    ['https://drive.google.com/drive/folders/1CXl', 'Google Drive'],
    ['https://www.dropbox.com/sh/abc/def?dl=0', 'Dropbox'],
    ['https://1drv.ms/i/s!abc', 'OneDrive'],
    [`https://www.dropbox.com/s/abc/${'x'.repeat(500)}.jpg`, 'Dropbox'],
    ['https://www.icloud.com/iclouddrive/0abc#mug', 'iCloud'],
    ['https://share.icloud.com/photos/0abc', 'iCloud'],
    ['https://we.tl/t-abc', 'WeTransfer'],
    ['https://shop.wetransfer.com/downloads/abc', 'WeTransfer'],
    ['https://photos.app.goo.gl/abc', 'Google Photos'],
    ['https://photos.google.com/share/abc', 'Google Photos'],
    ['https://www.google.com/imgres?imgurl=x', 'Google'],
    ['https://www.pinterest.com/pin/1/', 'Pinterest'],
  ])('%s has no address of the picture', (link, service) => {
    expect(shareLinkOf(link)).toEqual({ case: 'shared_page', service })
  })

  test.each([
    'https://cdn.example/drive.google.com/file/d/1/view',
    'https://dl.dropboxusercontent.com/s/abc/mug.jpg',
    'https://lh3.googleusercontent.com/d/1CXl',
    'https://drive.google.com/thumbnail?id=1CXl&sz=w1000',
    'https://drive.google.com/uc?id=1CXl',
    'https://www.google.com/logo.png',
    'https://raw.githubusercontent.com/a/b/main/c.png',
    'https://i.imgur.com/AbCdEf1.png',
    'https://i.pinimg.com/originals/a.jpg',
    'drive.google.com/file/d/1',
  ])('%s is none', (url) => expect(shareLinkOf(url)).toBeUndefined())

  test('has a warning that names the address, and is imported', async () => {
    const rows = [
      {
        handle: 'mug',
        title: 'Mug',
        variant_price: '1',
        image_url: 'https://www.dropbox.com/s/a/b.jpg?dl=0',
      },
    ]
    const { rows: previewed } = await previewOf(rows, emptyCatalog())
    expect(previewed).toMatchObject([
      {
        kind: 'add',
        warnings: [
          {
            code: 'image_not_fetchable',
            message: expect.stringContaining('https://www.dropbox.com/s/a/b.jpg?raw=1'),
          },
        ],
      },
    ])
  })
})

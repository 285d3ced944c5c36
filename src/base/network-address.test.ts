import { describe, expect, it } from 'vitest';
import { isPrivateAddress, isPrivateUrl } from './network-address.ts';

describe('An address of this computer or of a local network is private', () => {
  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '[::1]', '[::1]:8080', '127.0.0.1:80']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::', '[::]']],
    ['RFC 1918', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['link-local, metadata services among them', ['169.254.169.254', 'fe80::1', '[fe80::a9fe:a9fe]', 'febf::1']],
    ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
    ['unique local', ['fc00::1', 'fd00:ec2::254']],
    ['multicast, broadcast and reserved', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '192.0.0.1']],
    ['IPv4 inside IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::']],
    ['forms that the URL parser normalises', ['127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '0x7f000001', '0']],
    ['with a zone', ['fe80::1%eth0', '[fe80::1%25eth0]', '::1%lo']],
    ['with a final dot', ['127.0.0.1.', 'localhost.']],
    ['local names', ['localhost', 'LOCALHOST', 'db.localhost', 'printer.local', 'metadata.google.internal', 'wiki']],
    ['full-width digits and dots', ['１２７．０．０．１', '127。0。0。1', 'ⓛocalhost']],
    ['no host at all', ['', ' ']],
  ])('%s', (_, hosts) => {
    expect(hosts.filter((host) => !isPrivateAddress(host))).toEqual([]);
  });
});

it.each([
  ['IPv4', ['8.8.8.8', '172.32.0.1', '172.15.255.255', '100.128.0.1', '169.253.1.1', '192.167.1.1', '11.0.0.1']],
  ['IPv6', ['2606:4700::1111', '[2606:4700::1111]:443', '::ffff:8.8.8.8', '64:ff9b::808:808', '2a00::1%eth0']],
  ['names', ['example.com', 'example.com.', 'example.com:8443', 'local.example.com', 'localhost.example.com']],
  ['names that begin like addresses', ['10.example.com', '127.0.0.1.example.com', 'fe80.example.com']],
])('A public address is not private: %s', (_, hosts) => {
  expect(hosts.filter(isPrivateAddress)).toEqual([]);
});

it('the host of a URL decides, whatever else the URL holds', () => {
  expect(isPrivateUrl('https://example.com@127.0.0.1/mcp')).toBe(true);
  expect(isPrivateUrl('http://[::ffff:a00:1]:3000/mcp')).toBe(true);
  expect(isPrivateUrl('https://127.0.0.1@example.com/mcp')).toBe(false);
  expect(isPrivateUrl('not a URL')).toBe(false);
});

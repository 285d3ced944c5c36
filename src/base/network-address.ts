/** Recognises addresses of this computer and of private networks. */
import ipaddr from 'ipaddr.js';

/** Top-level domains that resolve only inside a local network (RFC 6761, 6762, 8375; `internal` by ICANN, 2024). */
const localDomains = /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/;

/**
 * Whether a host belongs to this computer or to a private network. Anything that is not globally routable counts:
 * loopback, private, link-local, carrier-grade NAT, unspecified, multicast and reserved addresses, and the IPv6 addresses
 * that carry such an IPv4 address.
 *
 * A public name may still resolve to a private address. Only the connection sees that address and has to check it again.
 * @param host `URL.host` or `URL.hostname`, a name, or an IP address, with or without brackets, zone or final dot. The
 *   IPv4 forms that the URL parser accepts count too: `0x7f.1`, `2130706433`, `0177.0.0.1`.
 */
export function isPrivateAddress(host: string): boolean {
  const name = hostName(host);
  const address = parseAddress(name);
  if (address) return !isGlobal(address);
  return name === '' || !name.includes('.') || localDomains.test(name);
}

/** Whether a URL belongs to this computer or to a private network; false for an invalid URL. */
export function isPrivateUrl(url: string): boolean {
  return URL.canParse(url) && isPrivateAddress(new URL(url).hostname);
}

/** Lower case, without brackets, zone, port and final dot; an IPv4 address in decimal form. */
function hostName(host: string): string {
  const address = host.trim().replace(/^\[(.*)\](?::\d+)?$/, '$1');
  // More than one colon is an IPv6 address. A zone names an interface of this computer; a URL cannot have one.
  if (/:.*:/.test(address)) return address.replace(/%.*$/, '').toLowerCase();
  const url = `http://${address}`;
  return (URL.canParse(url) ? new URL(url).hostname : address.toLowerCase()).replace(/\.$/, '');
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(name: string): Address | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(name) || ipaddr.IPv6.isValid(name) ? ipaddr.parse(name) : undefined;
}

function isGlobal(address: Address): boolean {
  const innerIp = address.kind() === 'ipv6' ? innerAddress(address as ipaddr.IPv6) : undefined;
  return (innerIp ?? address).range() === 'unicast';
}

/** The IPv4 address inside an IPv4-mapped, IPv4-compatible or NAT64 address. */
function innerAddress({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const prefix = parts.slice(0, 6).map((part) => part.toString(16));
  if (!['0:0:0:0:0:ffff', '0:0:0:0:0:0', '64:ff9b:0:0:0:0'].includes(prefix.join(':'))) return undefined;
  const [highPart = 0, lowPart = 0] = parts.slice(6);
  return new ipaddr.IPv4([highPart >> 8, highPart & 255, lowPart >> 8, lowPart & 255]);
}

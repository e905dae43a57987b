package idkind_test

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// businessKeys returns keys that people gave to things: none of them is an ID of a generator.
func businessKeys() []keys {
	list := make([]keys, 0, len(business))
	for _, name := range slices.Sorted(maps.Keys(business)) {
		list = append(list, keys{name: name, next: business[name]})
	}
	return list
}

var business = map[string]func(r *rand.Rand) any{
	"Visa cards":                       func(r *rand.Rand) any { return withLuhn(r, "4", 16) },
	"Mastercards":                      func(r *rand.Rand) any { return withLuhn(r, "51", 16) },
	"Amex cards":                       func(r *rand.Rand) any { return withLuhn(r, "37", 15) },
	"cards of one bank":                func(r *rand.Rand) any { return withLuhn(r, "45391488", 16) },
	"IMEIs":                            func(r *rand.Rand) any { return withLuhn(r, "35", 15) },
	"IMEIs of one model":               func(r *rand.Rand) any { return withLuhn(r, "35332811", 15) },
	"ICCIDs":                           func(r *rand.Rand) any { return withLuhn(r, "8943", 19) },
	"NPIs":                             func(r *rand.Rand) any { return withLuhn(r, "1", 10) },
	"cards as text":                    func(r *rand.Rand) any { return fmt.Sprint(withLuhn(r, "4", 16)) },
	"ISBN-13":                          func(r *rand.Rand) any { return withGTIN(r, "978", 13) },
	"ISBN-13 as text":                  func(r *rand.Rand) any { return fmt.Sprint(withGTIN(r, "978", 13)) },
	"EAN-13":                           func(r *rand.Rand) any { return withGTIN(r, "40", 13) },
	"GTIN-14":                          func(r *rand.Rand) any { return withGTIN(r, "1", 14) },
	"UPC-A":                            func(r *rand.Rand) any { return fmt.Sprintf("%012d", withGTIN(r, "0", 12)) },
	"SSCC":                             func(r *rand.Rand) any { return withGTIN(r, "3", 18) },
	"ISBN-10 of digits":                func(r *rand.Rand) any { return isbn10(r) },
	"IBAN digits":                      func(r *rand.Rand) any { return mod97(r, 16) },
	"ZIP codes":                        func(r *rand.Rand) any { return fmt.Sprintf("%05d", r.IntN(99_950)) },
	"ZIP codes as numbers":             func(r *rand.Rand) any { return int64(501 + r.IntN(99_449)) },
	"German postcodes":                 func(r *rand.Rand) any { return fmt.Sprintf("%05d", 1067+r.IntN(98_900)) },
	"telephone numbers, E.164":         func(r *rand.Rand) any { return 491_500_000_000 + r.Int64N(300_000_000) },
	"telephone numbers, US":            func(r *rand.Rand) any { return 2_010_000_000 + r.Int64N(7_800_000_000) },
	"telephone numbers as text":        func(r *rand.Rand) any { return fmt.Sprintf("+49%d", 1_500_000_000+r.Int64N(300_000_000)) },
	"telephone numbers with zeros":     func(r *rand.Rand) any { return fmt.Sprintf("00491%d", 500_000_000+r.Int64N(300_000_000)) },
	"tracking numbers of UPS":          func(r *rand.Rand) any { return fmt.Sprintf("1Z999AA1%010d", r.Int64N(1e10)) },
	"tracking numbers of FedEx, 12":    func(r *rand.Rand) any { return 770_000_000_000 + r.Int64N(20_000_000_000) },
	"tracking numbers of DHL, 10":      func(r *rand.Rand) any { return 1_000_000_000 + r.Int64N(9_000_000_000) },
	"tracking numbers of USPS, 20":     func(r *rand.Rand) any { return fmt.Sprintf("9405%016d", r.Int64N(1e16)) },
	"tracking numbers, 18 digits":      func(r *rand.Rand) any { return 340_434_161_094_000_000 + r.Int64N(1_000_000_000) },
	"tracking numbers, 15 digits":      func(r *rand.Rand) any { return 100_000_000_000_000 + r.Int64N(900_000_000_000_000) },
	"accounts, 10 digits":              func(r *rand.Rand) any { return 1_000_000_000 + r.Int64N(9_000_000_000) },
	"accounts, 16 digits":              func(r *rand.Rand) any { return 1_000_000_000_000_000 + r.Int64N(9_000_000_000_000_000) },
	"accounts, 17 digits":              func(r *rand.Rand) any { return 2e16 + r.Int64N(7e16) },
	"accounts, 18 digits":              func(r *rand.Rand) any { return 1e17 + r.Int64N(8e17) },
	"accounts, branch and serial":      func(r *rand.Rand) any { return 1_000_000_000*(4000+r.Int64N(12)) + r.Int64N(4000) },
	"accounts, 200 branches":           func(r *rand.Rand) any { return 1_000_000_000*(4000+r.Int64N(200)) + r.Int64N(4000) },
	"accounts, long, 60 branches":      func(r *rand.Rand) any { return 1_000_000_000_000*(100_000+r.Int64N(60)) + r.Int64N(3000) },
	"accounts, multiples of 1,000,000": func(r *rand.Rand) any { return 1_000_000 * (1_000_000_000 + r.Int64N(1_000_000_000)) },
	"order numbers by day":             func(r *rand.Rand) any { return day(r)*1_000_000 + r.Int64N(3000) },
	"order numbers by second":          func(r *rand.Rand) any { return second(r)*1000 + r.Int64N(1000) },
	"order numbers by day, 18 digits":  func(r *rand.Rand) any { return day(r)*10_000_000_000 + r.Int64N(100_000) },
	"invoices by year":                 func(r *rand.Rand) any { return 10_000_000*(2015+r.Int64N(12)) + r.Int64N(90_000) },
	"invoice texts":                    func(r *rand.Rand) any { return fmt.Sprintf("RE-%d-%06d", 2015+r.IntN(12), r.IntN(90_000)) },
	"customer numbers":                 func(r *rand.Rand) any { return int64(10_000_000 + 10*r.IntN(2_000_000)) },
	"customer numbers with a letter":   func(r *rand.Rand) any { return fmt.Sprintf("K%07d", r.IntN(9_000_000)) },
	"article numbers":                  func(r *rand.Rand) any { return fmt.Sprintf("%03d.%04d.%02d", r.IntN(900), r.IntN(9000), r.IntN(90)) },
	"SKUs": func(r *rand.Rand) any {
		return fmt.Sprintf("%c%c-%05d", 'A'+rune(r.IntN(26)), 'A'+rune(r.IntN(26)), r.IntN(90_000))
	},
	"serial numbers, 13 characters": func(r *rand.Rand) any { return "SN" + letters(r, digits, 11) },
	"serial numbers, 11 characters": func(r *rand.Rand) any { return "AC" + letters(r, "123456789ABCDEF", 9) },
	"vehicle numbers":               func(r *rand.Rand) any { return "WVWZZZ" + letters(r, "0123456789ABCDEFGHJKLMNPRSTUVWXYZ", 11) },
	"videos, 11 characters":         func(r *rand.Rand) any { return letters(r, base58, 11) },
	"MAC addresses": func(r *rand.Rand) any {
		return fmt.Sprintf("00:1b:63:%02x:%02x:%02x", r.IntN(256), r.IntN(256), r.IntN(256))
	},
	"MAC addresses, 12 digits":  func(r *rand.Rand) any { return fmt.Sprintf("001b63%06x", r.IntN(1<<24)) },
	"MAC addresses as numbers":  func(r *rand.Rand) any { return int64(0x001b63<<24 | r.IntN(1<<24)) },
	"IPv4 addresses as numbers": func(r *rand.Rand) any { return int64(0x0A000000 + r.IntN(1<<22)) },
	"tax numbers, 11 digits":    func(r *rand.Rand) any { return 10_000_000_000 + r.Int64N(89_000_000_000) },
	"social security numbers": func(r *rand.Rand) any {
		return fmt.Sprintf("%03d%02d%04d", 1+r.IntN(898), 1+r.IntN(98), 1+r.IntN(9998))
	},
	"personal numbers with birthdays": func(r *rand.Rand) any { return day(r)%1_000_000*10_000 + r.Int64N(10_000) },
	"coordinates":                     func(r *rand.Rand) any { return 1_000_000*(47_000_000+r.Int64N(3_000_000)) + r.Int64N(900_000) },
	"prices":                          func(r *rand.Rand) any { return int64(r.IntN(100_000)) * 5 },
	"RFID tags, 24 digits":            func(r *rand.Rand) any { return fmt.Sprintf("3034257BF7194E4%09X", r.Int64N(1<<36)) },
	"md5 of texts":                    func(r *rand.Rand) any { x := md5.Sum(seed(r)); return hex.EncodeToString(x[:]) },
	"md5 as bytes":                    func(r *rand.Rand) any { x := md5.Sum(seed(r)); return x[:] },
	"sha1 of texts":                   func(r *rand.Rand) any { x := sha1.Sum(seed(r)); return hex.EncodeToString(x[:]) },
	"sha1 as bytes":                   func(r *rand.Rand) any { x := sha1.Sum(seed(r)); return x[:] },
	"sha256 of texts":                 func(r *rand.Rand) any { x := sha256.Sum256(seed(r)); return hex.EncodeToString(x[:]) },
	"sha256 as bytes":                 func(r *rand.Rand) any { x := sha256.Sum256(seed(r)); return x[:] },
	"64 bits of a hash":               func(r *rand.Rand) any { return int64(r.Uint64() >> 1) },
	"IPv6 addresses": func(r *rand.Rand) any {
		return append([]byte{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 1}, someBytes(r, 8)...)
	},
	"names in 16 bytes":          func(r *rand.Rand) any { return []byte("CUSTOMER" + letters(r, digits, 8)) },
	"IBANs":                      func(r *rand.Rand) any { return "DE" + letters(r, digits, 20) },
	"BICs":                       func(r *rand.Rand) any { return letters(r, capitals, 4) + "DE" + letters(r, capitals+digits, 5) },
	"legal entities":             func(r *rand.Rand) any { return letters(r, digits+capitals, 18) + letters(r, digits, 2) },
	"securities":                 func(r *rand.Rand) any { return "DE" + letters(r, digits+capitals, 9) + letters(r, digits, 1) },
	"mail addresses":             func(r *rand.Rand) any { return fmt.Sprintf("user%d@example.org", r.IntN(1e6)) },
	"places, 11 characters":      func(r *rand.Rand) any { return "u281z" + letters(r, "0123456789bcdefghjkmnpqrstuvwxyz", 6) },
	"commits":                    func(r *rand.Rand) any { return letters(r, digits+"abcdef", 12) },
	"vouchers, 16 characters":    func(r *rand.Rand) any { return letters(r, "ABCDEFGHJKMNPQRSTVWXYZ23456789", 16) },
	"dates as numbers":           func(r *rand.Rand) any { return day(r) },
	"dates in days":              func(r *rand.Rand) any { return int64(18_000 + r.IntN(2500)) },
	"dates and times":            func(r *rand.Rand) any { return second(r) },
	"seconds since 1970":         func(r *rand.Rand) any { return latest.Unix() - r.Int64N(6e7) },
	"customers in 12 bytes":      func(r *rand.Rand) any { return fmt.Appendf(nil, "cust%08d", r.IntN(1e7)) },
	"serials, shaped as ULID":    func(r *rand.Rand) any { return fmt.Sprintf("01ABCDEFGH%016d", r.IntN(1e7)) },
	"letters, shaped as ULID":    func(r *rand.Rand) any { return "01ABCDEFGH" + letters(r, crockford, 16) },
	"short prefix, as ULID":      func(r *rand.Rand) any { return "01H" + letters(r, crockford, 23) },
	"dates, shaped as ULID":      func(r *rand.Rand) any { return fmt.Sprintf("01%d%s", day(r), letters(r, crockford, 16)) },
	"serials, shaped as KSUID":   func(r *rand.Rand) any { return fmt.Sprintf("2Order%021d", r.IntN(1e7)) },
	"letters, shaped as KSUID":   func(r *rand.Rand) any { return "2Order" + letters(r, base62, 21) },
	"serials, shaped as an OID":  func(r *rand.Rand) any { return fmt.Sprintf("5fa1%020x", r.IntN(1e7)) },
	"serials, shaped as UUIDv4":  func(r *rand.Rand) any { return fmt.Sprintf("00000000-0000-4000-8000-%012d", r.IntN(1e7)) },
	"letters, shaped as UUIDv4":  func(r *rand.Rand) any { return "5eed0000-cafe-4bad-8bee-" + letters(r, "0123456789abcdef", 12) },
	"prefix of 13 bytes in uuid": func(r *rand.Rand) any { return append([]byte("\x5e\xedshop\x41\x01\x80east"), someBytes(r, 3)...) },
	"two numbers in 16 bytes":    func(r *rand.Rand) any { return append([]byte{0, 0, 0, 0, 0, 0, 0, 7}, someBytes(r, 8)...) },
}

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func seed(r *rand.Rand) []byte { return strconv.AppendUint(nil, r.Uint64(), 10) }

// day is a date as a number, such as 20260401.
func day(r *rand.Rand) int64 {
	n, _ := strconv.ParseInt(latest.AddDate(0, 0, -r.IntN(2000)).Format("20060102"), 10, 64)
	return n
}

// second is a time as a number, such as 20260401123456.
func second(r *rand.Rand) int64 {
	n, _ := strconv.ParseInt(latest.Add(-time.Duration(r.Int64N(6e16))).Format("20060102150405"), 10, 64)
	return n
}

func letters(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// withDigit returns a number of so many digits that keeps a rule by its last one.
func withDigit(r *rand.Rand, prefix string, length int, keeps func([]int) bool) int64 {
	head := prefix + letters(r, digits, length-1-len(prefix))
	for last := range 10 {
		numbers := make([]int, 0, length)
		for _, c := range head {
			numbers = append(numbers, int(c-'0'))
		}
		if keeps(append(numbers, last)) {
			n, _ := strconv.ParseInt(head+strconv.Itoa(last), 10, 64)
			return n
		}
	}
	return withDigit(r, prefix, length, keeps)
}

// withLuhn keeps the rule of ISO/IEC 7812: every second digit from the right counts twice.
func withLuhn(r *rand.Rand, prefix string, length int) int64 {
	return withDigit(r, prefix, length, func(d []int) bool { return sum(d, []int{1, 2}, 9)%10 == 0 })
}

// withGTIN keeps that of GS1: every second digit from the right counts three times.
func withGTIN(r *rand.Rand, prefix string, length int) int64 {
	return withDigit(r, prefix, length, func(d []int) bool { return sum(d, []int{1, 3}, 27)%10 == 0 })
}

// isbn10 keeps that of ISBN-10: the digits from the right count 1, 2, 3 and so on times.
func isbn10(r *rand.Rand) int64 {
	return withDigit(r, "3", 10, func(d []int) bool { return sum(d, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 90)%11 == 0 })
}

// sum adds the digits from the right, times the weights in turn. Of a product beyond most it
// takes most off.
func sum(list, weights []int, most int) int {
	n := 0
	for i := range list {
		product := list[len(list)-1-i] * weights[i%len(weights)]
		if product > most {
			product -= most
		}
		n += product
	}
	return n
}

func mod97(r *rand.Rand, length int) int64 {
	n, _ := strconv.ParseInt("5"+letters(r, digits, length-3), 10, 64)
	return n*100 + (98 - n*100%97)
}

// latest is the time of the latest dates in business keys.
var latest = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

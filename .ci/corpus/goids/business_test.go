package idcorpus

// Keys that no generator of IDs made: what business, public registers and people use as keys.
// The check digits are right where the key has one.

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

func luhn(s string) string {
	sum := 0
	for i := 0; i < len(s); i++ {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return s + string(rune('0'+(10-sum%10)%10))
}

// gs1: EAN, UPC, GTIN, SSCC, GLN.
func gs1(s string) string {
	sum := 0
	for i := 0; i < len(s); i++ {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return s + string(rune('0'+(10-sum%10)%10))
}

func num(k int) string { return pick(digit, k) }

// lead: k digits without a zero at the front.
func lead(k int) string { return pick("123456789", 1) + num(k-1) }

// digitsOf writes letters as the numbers 10 to 35.
func digitsOf(s string) string {
	var b strings.Builder
	for _, c := range s {
		if c >= 'A' {
			fmt.Fprint(&b, c-'A'+10)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func mod97(s string) int {
	x, _ := new(big.Int).SetString(digitsOf(s), 10)
	return int(x.Mod(x, big.NewInt(97)).Int64())
}

func iban(cc, bban string) string { return fmt.Sprintf("%s%02d%s", cc, 98-mod97(bban+cc+"00"), bban) }

func weighted(s string, w []int) (sum int) {
	for i := range w {
		sum += int(s[i]-'0') * w[i]
	}
	return
}

var words = strings.Fields(`red blue green amber coral stone river lake hill wood iron copper silver gold paper
glass cotton wool silk linen table chair lamp sofa shelf desk bed mirror clock vase bowl plate cup fork spoon knife
garden summer winter spring autumn morning evening quiet loud bright dark soft hard small large modern classic
vintage rustic simple noble royal happy clever brave gentle swift proud calm fresh ripe sweet sour salty bitter`)
var given = strings.Fields(`anna ben clara david emma felix greta hans ida jan karl lena max nina otto paula quentin
rosa sven tina ulrich vera walter xenia yannick zoe maria peter julia thomas sofia lukas`)
var family = strings.Fields(`mueller schmidt weber fischer wagner becker hoffmann koch richter klein wolf schroeder
neumann braun krueger hartmann lange werner krause lehmann maier huber moser gruber bauer steiner`)

func w() string { return words[rnd.IntN(len(words))] }

func business() {
	b := func(what, order, typ string, f func(i int) string) {
		plain("business: "+what, "business: "+what, order, typ, f)
	}
	day := func(back int) time.Time { return now.AddDate(0, 0, -rnd.IntN(back)) }
	d := func(i int) time.Time { return now.AddDate(0, 0, (i-n)/2) } // ascending, two a day

	b("customer numbers (a counter with gaps, seven digits)", "ordered", "integer", func(i int) string { return i64(int64(1_204_311 + i*17 + rnd.IntN(15))) })
	b("customer numbers with a letter and Luhn digit", "none", "text", func(int) string { return "K" + luhn(lead(6)) })
	b("customer numbers of eight random digits", "none", "integer", func(int) string { return lead(8) })
	b("phone numbers (E.164)", "none", "text", func(int) string {
		return "+49" + []string{"151", "160", "170", "171", "30", "40", "89"}[rnd.IntN(7)] + num(7)
	})
	b("phone numbers of the US", "none", "text", func(int) string { return fmt.Sprintf("(%s) %s-%s", lead(3), lead(3), num(4)) })
	b("phone numbers as numbers", "none", "integer", func(int) string { return "4366" + num(9) })
	b("IBAN of Germany", "none", "text", func(int) string { return iban("DE", lead(8)+num(10)) })
	b("IBAN of Austria, Switzerland, France", "none", "text", func(i int) string {
		return []string{iban("AT", lead(5)+num(11)), iban("CH", "0"+num(16)), iban("FR", lead(5)+num(18))}[i%3]
	})
	b("BIC / SWIFT codes", "none", "text", func(int) string {
		return pick(upper, 4) + []string{"DE", "AT", "CH", "FR", "NL"}[rnd.IntN(5)] + pick(b36u, 2) + []string{"", "XXX"}[rnd.IntN(2)]
	})
	b("EAN-13", "none", "text", func(int) string { return gs1("40" + num(10)) })
	b("EAN-13 as numbers", "none", "integer", func(int) string { return gs1("76" + num(10)) })
	b("EAN-8", "none", "text", func(int) string { return gs1(lead(7)) })
	b("UPC-A", "none", "text", func(int) string { return gs1("0" + num(10)) })
	b("GTIN-14", "none", "text", func(int) string { return gs1("1" + num(12)) })
	b("SSCC", "none", "text", func(i int) string { return gs1(fmt.Sprintf("34012345%09d", 771_000+i*3)) })
	b("ISBN-13", "none", "text", func(int) string { return gs1("9783" + num(8)) })
	b("ISBN-13 with dashes", "none", "text", func(int) string {
		s := gs1("9783" + num(8))
		return s[:3] + "-" + s[3:4] + "-" + s[4:7] + "-" + s[7:12] + "-" + s[12:]
	})
	b("ISBN-10", "none", "text", func(int) string {
		s := "3" + num(8)
		c := 0
		for i := range s {
			c += (i + 1) * int(s[i]-'0')
		}
		return s + "0123456789X"[c%11:c%11+1]
	})
	b("ISSN", "none", "text", func(int) string {
		s := num(7)
		c := (11 - weighted(s, []int{8, 7, 6, 5, 4, 3, 2})%11) % 11
		return s[:4] + "-" + s[4:] + "0123456789X"[c:c+1]
	})
	b("DOI", "none", "text", func(int) string {
		return fmt.Sprintf("10.%d/%s.%d.%s", 1000+rnd.IntN(9000), pick(lower, 4), 2015+rnd.IntN(12), num(6))
	})
	b("ORCID", "none", "text", func(int) string {
		s, t := "0000000"+num(8), 0
		for i := range s {
			t = (t + int(s[i]-'0')) * 2
		}
		c := (12 - t%11) % 11
		s += "0123456789X"[c : c+1]
		return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:]
	})
	b("arXiv ids", "ordered", "text", func(i int) string { return fmt.Sprintf("26%02d.%05d", 1+i/15, 100+i%15*211) })
	b("PubMed ids", "ordered", "integer", func(i int) string { return i64(int64(39_100_000 + i*1931 + rnd.IntN(1900))) })
	b("CAS numbers", "none", "text", func(int) string {
		s := lead(5+rnd.IntN(2)) + num(2)
		c := 0
		for i := range s {
			c += (len(s) - i) * int(s[i]-'0')
		}
		return s[:len(s)-2] + "-" + s[len(s)-2:] + fmt.Sprint("-", c%10)
	})
	b("VAT numbers of Germany", "none", "text", func(int) string { return "DE" + lead(9) })
	b("VAT numbers of the EU, mixed", "none", "text", func(i int) string {
		return []string{"ATU" + num(8), "DE" + lead(9), "FR" + num(11), "NL" + num(9) + "B01", "IT" + num(11), "ESB" + num(8)}[i%6]
	})
	b("licence plates of Germany", "none", "text", func(int) string {
		return []string{"B", "M", "HH", "K", "S", "F", "WOB", "LB"}[rnd.IntN(8)] + "-" + pick(upper, 2) + " " + lead(1+rnd.IntN(4))
	})
	b("licence plates of France", "none", "text", func(int) string {
		return pick("ABCDEFGHJKLMNPQRSTVWXYZ", 2) + "-" + num(3) + "-" + pick("ABCDEFGHJKLMNPQRSTVWXYZ", 2)
	})
	b("slugs", "none", "text", func(int) string { return w() + "-" + w() + "-" + w() })
	b("slugs with a number", "none", "text", func(int) string { return w() + "-" + w() + "-" + lead(4) })
	b("mail addresses", "none", "text", func(int) string {
		return given[rnd.IntN(len(given))] + "." + family[rnd.IntN(len(family))] + "@example." + []string{"org", "com", "net"}[rnd.IntN(3)]
	})
	b("user names", "none", "text", func(int) string { return given[rnd.IntN(len(given))] + "_" + lead(2+rnd.IntN(3)) })
	b("URLs", "none", "text", func(int) string { return "https://www.example.org/" + w() + "/" + w() + ".html" })
	b("host names", "none", "text", func(int) string { return w() + "-" + w() + ".example.net" })
	b("file paths", "none", "text", func(int) string { return "/srv/data/" + w() + "/" + w() + ".csv" })
	b("postal codes of Germany", "none", "text", func(int) string { return fmt.Sprintf("%05d", 1067+rnd.IntN(98000)) })
	b("postal codes as numbers", "none", "integer", func(int) string { return i64(int64(1010 + rnd.IntN(8900))) })
	b("postal codes of the United Kingdom", "none", "text", func(int) string { return pick(upper, 2) + lead(1) + " " + num(1) + pick("ABDEFGHJLNPQRSTUWXYZ", 2) })
	b("ZIP+4 codes of the US", "none", "text", func(int) string { return num(5) + "-" + num(4) })
	b("order numbers like 2026-000123", "ordered", "text", func(i int) string { return fmt.Sprintf("2026-%06d", 87+i*3) })
	b("order numbers of two years like 2025-000123", "ordered", "text", func(i int) string { return fmt.Sprintf("%d-%06d", 2025+i/90, 1+i%90*41) })
	b("order numbers with a random part", "none", "text", func(int) string { return fmt.Sprintf("%s-%s-%s", num(3), num(7), num(7)) })
	b("invoice numbers with a date", "ordered", "text", func(i int) string { return "INV-" + d(i).Format("20060102") + fmt.Sprintf("-%03d", 1+(i+1)%2) })
	b("invoice numbers with a date, as numbers", "ordered", "integer", func(i int) string { return d(i).Format("20060102") + fmt.Sprintf("%04d", 1+(i+1)%2) })
	b("invoice numbers RE and year", "ordered", "text", func(i int) string { return fmt.Sprintf("RE26%05d", 411+i) })
	b("card numbers", "none", "text", func(int) string { return luhn(pick("45", 1) + num(14)) })
	b("card numbers as numbers", "none", "integer", func(int) string { return luhn("4" + num(14)) })
	b("IMEI", "none", "text", func(int) string { return luhn("35" + num(12)) })
	b("IMEI as numbers", "none", "integer", func(int) string { return luhn("86" + num(12)) })
	b("ICCID (SIM numbers)", "none", "text", func(int) string { return luhn("894901" + num(12)) })
	b("IMSI", "none", "integer", func(int) string { return "26201" + num(10) })
	oui := []string{"3c5282", "00163e", "d8bbc1", "a4c3f0", "f01898"}
	mac := func() string { return oui[rnd.IntN(len(oui))] + pick(hexd, 6) }
	b("MAC addresses with colons", "none", "text", func(int) string {
		m := mac()
		return m[:2] + ":" + m[2:4] + ":" + m[4:6] + ":" + m[6:8] + ":" + m[8:10] + ":" + m[10:]
	})
	b("MAC addresses with dashes, upper case", "none", "text", func(int) string {
		m := strings.ToUpper(mac())
		return m[:2] + "-" + m[2:4] + "-" + m[4:6] + "-" + m[6:8] + "-" + m[8:10] + "-" + m[10:]
	})
	b("MAC addresses as 12 hex digits", "none", "text", func(int) string { return mac() })
	b("MAC addresses as numbers", "none", "integer", func(int) string { var x uint64; fmt.Sscanf(mac(), "%x", &x); return u64(x) })
	b("MAC addresses as bytes", "none", "bytes", func(int) string { return mac() })
	b("IPv4 as numbers", "none", "integer", func(int) string { return u64(uint64(1+rnd.IntN(222))<<24 | rnd.Uint64()>>40) })
	b("IPv4 as text", "none", "text", func(int) string {
		return fmt.Sprintf("%d.%d.%d.%d", 1+rnd.IntN(222), rnd.IntN(256), rnd.IntN(256), rnd.IntN(256))
	})
	b("IPv4 as bytes", "none", "bytes", func(int) string { return fmt.Sprintf("%02x%s", 1+rnd.IntN(222), pick(hexd, 6)) })
	b("IPv6 as text", "none", "text", func(int) string {
		return fmt.Sprintf("2001:db8:%x:%x::%x", rnd.IntN(65536), rnd.IntN(65536), 1+rnd.IntN(65535))
	})
	b("IPv6 as bytes", "none", "bytes", func(int) string { return "20010db8" + pick(hexd, 24) })
	b("networks in CIDR", "none", "text", func(int) string { return fmt.Sprintf("10.%d.%d.0/24", rnd.IntN(256), rnd.IntN(256)) })
	b("geohashes", "none", "text", func(int) string { return "u" + pick("0123456789bcdefghjkmnpqrstuvwxyz", 8) })
	b("plus codes", "none", "text", func(int) string {
		return "8FW" + pick("23456789CFGHJMPQRVWX", 5) + "+" + pick("23456789CFGHJMPQRVWX", 2)
	})
	b("latitude and longitude", "none", "text", func(int) string { return fmt.Sprintf("%.5f,%.5f", 47+rnd.Float64()*7, 6+rnd.Float64()*9) })
	b("S2 cell ids", "none", "integer", func(int) string { return u64(uint64(0x479)<<52 | rnd.Uint64()>>12 | 1) })
	b("OSM node ids", "ordered", "integer", func(i int) string { return i64(int64(26_000_000 + i*80_000_000 + rnd.IntN(70_000_000))) })
	b("OSM node ids of one region, unsorted", "none", "integer", func(int) string { return i64(int64(200_000 + rnd.Int64N(12_400_000_000))) })
	b("OSM way ids", "none", "integer", func(int) string { return i64(4_000_000 + rnd.Int64N(1_300_000_000)) })
	b("Wikidata Q numbers", "none", "text", func(int) string { return "Q" + lead(4+rnd.IntN(6)) })
	b("Geonames ids", "none", "integer", func(int) string { return i64(2_600_000 + rnd.Int64N(10_000_000)) })
	b("IMDb ids", "none", "text", func(int) string { return fmt.Sprintf("tt%07d", 100_000+rnd.IntN(34_000_000)) })
	b("SKU codes", "none", "text", func(int) string {
		return pick(upper, 3) + "-" + num(4) + "-" + []string{"S", "M", "L", "XL"}[rnd.IntN(4)]
	})
	b("SKU codes of words", "none", "text", func(int) string { return strings.ToUpper(w()[:3] + "-" + w()[:3] + "-" + num(2)) })
	b("ASIN", "none", "text", func(int) string { return "B0" + pick(b36u, 8) })
	cc := strings.Fields(`AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN`)
	b("country codes", "ordered", "text", func(i int) string { return cc[i%len(cc)] })
	b("languages with a country", "none", "text", func(i int) string { return pick("abdefhijklmnoprstuvz", 2) + "-" + cc[rnd.IntN(len(cc))] })
	b("ISO dates", "ordered", "text", func(i int) string { return now.AddDate(0, 0, i-n).Format("2006-01-02") })
	b("ISO dates, unsorted", "none", "text", func(int) string { return day(20000).Format("2006-01-02") })
	b("dates as yyyymmdd numbers", "ordered", "integer", func(i int) string { return now.AddDate(0, 0, i-n).Format("20060102") })
	b("months as yyyymm numbers", "ordered", "integer", func(i int) string { return time.Date(2014, time.Month(1+i), 1, 0, 0, 0, 0, time.UTC).Format("200601") })
	b("weeks like 2026-W07", "ordered", "text", func(i int) string { y, k := now.AddDate(0, 0, 7*(i-n)).ISOWeek(); return fmt.Sprintf("%d-W%02d", y, k) })
	b("tracking numbers of UPS", "none", "text", func(int) string { return "1Z" + pick(b36u, 6) + "03" + num(8) })
	b("tracking numbers of DHL", "none", "text", func(int) string { return "00340434" + num(12) })
	b("tracking numbers of the UPU (RR…DE)", "none", "text", func(int) string {
		s := num(8)
		c := 11 - weighted(s, []int{8, 6, 4, 2, 3, 5, 9, 7})%11
		if c == 10 {
			c = 0
		} else if c == 11 {
			c = 5
		}
		return "RR" + s + fmt.Sprint(c) + "DE"
	})
	b("tracking numbers of USPS", "none", "text", func(int) string { return gs1("94001118" + num(13)) })
	b("social security numbers of the US", "none", "text", func(int) string { return lead(3) + "-" + num(2) + "-" + num(4) })
	b("national insurance numbers of the United Kingdom", "none", "text", func(int) string { return pick("ABCEGHJKLMNPRSTWXYZ", 2) + num(6) + pick("ABCD", 1) })
	b("tax ids of Germany", "none", "text", func(int) string { return lead(11) })
	b("social security numbers of Austria (with a birthday)", "none", "text", func(int) string { return lead(4) + day(25000).Format("020106") })
	b("personal numbers of Sweden", "none", "text", func(int) string { s := luhn(day(25000).Format("060102") + num(3)); return s[:6] + "-" + s[6:] })
	b("CPF of Brazil", "none", "text", func(int) string {
		s := num(9)
		for k := 0; k < 2; k++ {
			sum := 0
			for i := range s {
				sum += int(s[i]-'0') * (len(s) + 1 - i)
			}
			s += fmt.Sprint(sum * 10 % 11 % 10)
		}
		return s[:3] + "." + s[3:6] + "." + s[6:9] + "-" + s[9:]
	})
	b("Aadhaar numbers", "none", "integer", func(int) string { return pick("23456789", 1) + num(11) })
	b("identity numbers of China (18)", "none", "text", func(int) string {
		s := "110105" + day(20000).Format("20060102") + num(3)
		c := weighted(s, []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}) % 11
		return s + "10X98765432"[c:c+1]
	})
	b("passport numbers", "none", "text", func(int) string { return "C" + pick("0123456789CFGHJKLMNPRTVWXYZ", 8) })
	b("random PINs of six digits", "none", "text", func(int) string { return num(6) })
	b("random PINs of four digits", "none", "text", func(int) string { return num(4) })
	b("coupon codes", "none", "text", func(int) string {
		return pick("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 4) + "-" + pick("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 4)
	})
	b("licence keys", "none", "text", func(int) string {
		k := "BCDFGHJKMPQRTVWXY2346789"
		return pick(k, 5) + "-" + pick(k, 5) + "-" + pick(k, 5) + "-" + pick(k, 5) + "-" + pick(k, 5)
	})
	b("booking codes (PNR)", "none", "text", func(int) string { return pick("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 6) })
	b("flight numbers with a date", "none", "text", func(int) string {
		return []string{"LH", "OS", "LX", "AF", "KL"}[rnd.IntN(5)] + lead(3) + "/" + day(90).Format("02Jan")
	})
	b("VIN", "none", "text", func(int) string { return "WVWZZZ" + pick("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", 3) + "ZT" + num(6) })
	b("ISIN", "none", "text", func(int) string {
		s := []string{"DE", "US", "FR", "CH"}[rnd.IntN(4)] + "000" + pick(b36u, 6)
		l := luhn(digitsOf(s))
		return s + l[len(l)-1:]
	})
	b("LEI", "none", "text", func(int) string {
		s := "5299" + "00" + pick(b36u, 12)
		return s + fmt.Sprintf("%02d", 98-mod97(s+"00"))
	})
	b("stock tickers", "none", "text", func(int) string { return pick(upper, 3+rnd.IntN(2)) })
	b("ISO 6346 container numbers", "none", "text", func(int) string { return pick(upper, 3) + "U" + num(7) })
	b("UN/LOCODE", "none", "text", func(int) string { return cc[rnd.IntN(len(cc))] + pick(upper, 3) })
	b("IATA airport codes", "none", "text", func(int) string { return pick(upper, 3) })
	b("ICD-10 codes", "none", "text", func(int) string { return pick("ABCDEFGHIJKLMN", 1) + num(2) + "." + num(1) })
	b("NACE codes", "none", "text", func(int) string { return num(2) + "." + num(2) })
	b("Jira keys", "ordered", "integer", func(i int) string { return i64(int64(10000 + i*2)) })
	b("Jira issue keys like PROJ-123", "none", "text", func(i int) string { return fmt.Sprintf("PROJ-%d", 60+i*7) })
	b("GitHub issue numbers", "ordered", "integer", func(i int) string { return i64(int64(811 + i*2 + rnd.IntN(2))) })
	b("Shopify product ids", "ordered", "integer", func(i int) string { return i64(8_012_345_678_000 + int64(i)*32768*3 + int64(i%4)*32768) })
	b("Shopify global ids", "none", "text", func(i int) string { return fmt.Sprintf("gid://shopify/Product/%d", 8_012_345_678_000+int64(i)*98304) })
	b("versions", "none", "text", func(i int) string { return fmt.Sprintf("%d.%d.%d", i/40, i/8%5, i%8) })
	b("colours in hex", "none", "text", func(int) string { return "#" + pick(hexd, 6) })
	b("student numbers with a year", "ordered", "integer", func(i int) string { return fmt.Sprintf("%d%05d", 2019+i/20, 1000+i%20*37) })
	b("batch numbers like L26333A", "none", "text", func(int) string { return fmt.Sprintf("L26%03d%s", 1+rnd.IntN(365), pick("ABCD", 1)) })
	b("serial numbers like SN00012345", "ordered", "text", func(i int) string { return fmt.Sprintf("SN%08d", 12345+i*2) })
	b("bank routing numbers", "none", "integer", func(int) string {
		s := "0" + lead(7)
		c := (10 - weighted(s, []int{3, 7, 1, 3, 7, 1, 3, 7})%10) % 10
		return strings.TrimLeft(s+fmt.Sprint(c), "0")
	})
	b("account numbers of ten digits", "none", "integer", func(int) string { return lead(10) })
	b("meter numbers of Germany (14)", "none", "text", func(int) string { return "1ESY" + num(10) })
	b("market location numbers (11)", "none", "integer", func(int) string { return "5" + num(10) })
	b("EPC of RFID in hex (96 bits)", "none", "text", func(i int) string { return fmt.Sprintf("3034257BF7194E40%08X", 6832+i*5) })
	b("NPI", "none", "integer", func(int) string { s := luhn("80840" + "1" + num(8)); return s[5:] })
	b("seat codes", "none", "text", func(i int) string { return fmt.Sprintf("%d%c", 1+i/6, 'A'+i%6) })
	b("article numbers of six digits with groups", "none", "integer", func(int) string { return i64(int64(100000*(1+rnd.IntN(4)) + rnd.IntN(2000))) })
	b("prices in cents", "none", "integer", func(int) string { return i64(int64(99 + 100*rnd.IntN(900))) })
	b("names of people", "none", "text", func(int) string { return given[rnd.IntN(len(given))] + " " + family[rnd.IntN(len(family))] })
	b("words", "none", "text", func(int) string { return w() + w() })
	b("docker-like names", "none", "text", func(int) string { return w() + "_" + w() })
	b("template keys with dots", "none", "text", func(int) string { return w() + "." + w() + ".title" })
	b("content hashes in file names", "none", "text", func(int) string { return "app." + pick(hexd, 8) + ".js" })
	b("ticket numbers with a date and counter", "ordered", "integer", func(i int) string { return d(i).Format("20060102") + fmt.Sprintf("44%05d", 10+i) })
	b("order ids of a date and random digits", "none", "text", func(i int) string { return d(i).Format("060102") + pick(b36u, 7) })
	b("negative keys", "ordered", "integer", func(i int) string { return i64(int64(-2147483648 + i)) })
}
